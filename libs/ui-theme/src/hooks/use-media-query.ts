import { useCallback, useSyncExternalStore } from 'react';

/** Smallest width in px of the layout with two columns. (THEME-05) */
export const mobileBreakpoint = 768;

/** Whether a media query matches, updated on changes; false on the server. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
