import { track } from '@fareline/ui-theme';
import { use, useEffect } from 'react';
import { useLocation } from 'react-router';
import { HandledPathsContext } from '../navigation/handled-paths-context.ts';

/** Tracks one page view per screen. (TRACK-02) */
export function PageViews() {
  const { pathname } = useLocation();
  const handledPaths = use(HandledPathsContext);
  useEffect(() => {
    if (handledPaths.tracked === pathname) return;
    handledPaths.tracked = pathname;
    track({ category: 'navigation', action: 'page_view', label: pathname });
  }, [pathname, handledPaths]);
  return null;
}
