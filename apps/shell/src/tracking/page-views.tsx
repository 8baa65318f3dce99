import { track } from '@fareline/ui-theme';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** One page view per screen shown. (TRACK-02) */
export function PageViews() {
  const { pathname } = useLocation();
  const counted = useRef<string>(undefined);
  useEffect(() => {
    if (counted.current === pathname) return;
    counted.current = pathname;
    track({ category: 'navigation', action: 'page_view', label: pathname });
  }, [pathname]);
  return null;
}
