import { announce, ensureLiveRegion } from '@fareline/ui-theme';
import { use, useEffect } from 'react';
import { useLocation } from 'react-router';
import { HandledPathsContext } from '../navigation/handled-paths-context.ts';

/** After a navigation the focus goes to the new screen and its title is announced; not on the first page, whose focus is the browser's. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const handledPaths = use(HandledPathsContext);
  useEffect(() => void ensureLiveRegion(), []);
  useEffect(() => {
    const isFirst = handledPaths.focused === undefined;
    const isSame = handledPaths.focused === pathname;
    handledPaths.focused = pathname;
    if (isFirst || isSame) return undefined;
    // One frame later the screen has set its title and, where it wants to, the focus.
    const frame = requestAnimationFrame(() => {
      const content = document.getElementById('content');
      if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
      announce(document.title);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, handledPaths]);
  return null;
}
