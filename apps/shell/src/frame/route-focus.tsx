import { announce, ensureLiveRegion } from '@fareline/ui-theme';
import { use, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { followHeading } from './follow-heading.ts';
import { HandledPathsContext } from '../navigation/handled-paths-context.ts';

/**
 * Moves the focus to the new screen's heading after a navigation and announces its title; the focus of the first page is left to the
 * browser. A new history entry of the same path, such as another search, moves only a focus that was lost with the pressed link.
 */
export function RouteFocus() {
  const { pathname, search } = useLocation();
  const isPush = useNavigationType() === 'PUSH';
  const handledPaths = use(HandledPathsContext);
  useEffect(() => void ensureLiveRegion(), []);
  useEffect(() => {
    const isFirst = handledPaths.focused === undefined;
    const isSame = handledPaths.focused === pathname;
    handledPaths.focused = pathname;
    // A replaced address of the same screen must not end the search for its heading, which may still be loading.
    if (isFirst || (isSame && !isPush)) return;
    handledPaths.stopFollowing?.();
    // Waits a frame, so that the screen has set its title and possibly the focus.
    const frame = requestAnimationFrame(() => {
      const content = document.getElementById('content');
      const { activeElement } = document;
      // The content itself has the focus only until there is a heading.
      const isPlaced = activeElement !== content && (isSame || content?.contains(activeElement));
      const hasFocus = isPlaced && activeElement !== document.body;
      if (content && !hasFocus) handledPaths.stopFollowing = followHeading(content);
      if (!isSame) announce(document.title);
    });
    handledPaths.stopFollowing = () => cancelAnimationFrame(frame);
  }, [pathname, search, isPush, handledPaths]);
  return null;
}
