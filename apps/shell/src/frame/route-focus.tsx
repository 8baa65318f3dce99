import { announce } from '@fareline/ui-theme';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation the focus goes to the new screen and its title is announced; not on the first page, whose focus is the browser's. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    // One frame later the screen has set its title and, where it wants to, the focus.
    const frame = requestAnimationFrame(() => {
      const content = document.getElementById('content');
      if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
      announce(document.title);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return null;
}
