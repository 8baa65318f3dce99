import { announce, prepareAnnouncements } from '@fareline/ui-theme';
import { use, useEffect } from 'react';
import { useLocation } from 'react-router';
import { VisitContext } from '../navigation/visit-context.ts';

/** After a navigation the focus goes to the new screen and its title is announced; not on the first page, whose focus is the browser's. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const visit = use(VisitContext);
  useEffect(() => void prepareAnnouncements(), []);
  useEffect(() => {
    const isFirst = visit.focused === undefined;
    const isSame = visit.focused === pathname;
    visit.focused = pathname;
    if (isFirst || isSame) return undefined;
    // One frame later the screen has set its title and, where it wants to, the focus.
    const frame = requestAnimationFrame(() => {
      const content = document.getElementById('content');
      if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
      announce(document.title);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, visit]);
  return null;
}
