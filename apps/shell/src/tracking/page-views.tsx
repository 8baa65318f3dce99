import { track } from '@fareline/ui-theme';
import { use, useEffect } from 'react';
import { useLocation } from 'react-router';
import { VisitContext } from '../navigation/visit-context.ts';

/** One page view per screen shown. (TRACK-02) */
export function PageViews() {
  const { pathname } = useLocation();
  const visit = use(VisitContext);
  useEffect(() => {
    if (visit.counted === pathname) return;
    visit.counted = pathname;
    track({ category: 'navigation', action: 'page_view', label: pathname });
  }, [pathname, visit]);
  return null;
}
