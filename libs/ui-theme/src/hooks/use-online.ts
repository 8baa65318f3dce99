import { useLayoutEffect, useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser is online, updated on changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Calls `retry`, if there is one, when the browser comes online. */
export function useRetryWhenOnline(retry: (() => unknown) | undefined): void {
  // A layout effect, since an event between the paint of the failure and a passive effect would be lost.
  useLayoutEffect(() => {
    if (!retry) return undefined;
    const listener = () => void retry();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, [retry]);
}
