import { announce, ensureLiveRegion } from '@fareline/ui-theme';
import { use, useEffect } from 'react';
import { useLocation } from 'react-router';
import { followHeading } from './follow-heading.ts';
import { HandledPathsContext } from '../navigation/handled-paths-context.ts';

/** Moves the focus to the new screen's heading after a navigation and announces its title; the focus of the first page is left to the browser. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const handledPaths = use(HandledPathsContext);
  useEffect(() => void ensureLiveRegion(), []);
  useEffect(() => {
    const isFirst = handledPaths.focused === undefined;
    const isSame = handledPaths.focused === pathname;
    handledPaths.focused = pathname;
    if (isFirst || isSame) return undefined;
    let stop: (() => void) | undefined;
    // Waits a frame, so that the screen has set its title and possibly the focus.
    const frame = requestAnimationFrame(() => {
      const content = document.getElementById('content');
      if (content && !content.contains(document.activeElement)) stop = followHeading(content);
      announce(document.title);
    });
    return () => {
      cancelAnimationFrame(frame);
      stop?.();
    };
  }, [pathname, handledPaths]);
  return null;
}
