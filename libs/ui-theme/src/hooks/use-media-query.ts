import { useCallback, useSyncExternalStore } from 'react';

/** From here on two columns fit. (THEME-05) */
export const mobileBreakpoint = 768;

/** Whether a media query holds, kept up to date; false where there is no window. */
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
