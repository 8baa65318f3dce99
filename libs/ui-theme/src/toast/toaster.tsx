import { useEffect, useState } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { runWhenIdle } from '../hooks/run-when-idle.ts';
import { subscribeToToasts } from './toast-store.ts';

const ToastArea = lazyWithRetry(() => import('./toast-area.tsx'));

/** Fetches at once what draws toasts: for screens whose failures must be told also when the line has failed. */
export const preloadToasts = ToastArea.preload;

/** Shows toasts; the shell has one. What draws them comes with the first toast, or once the page has come to rest. */
export function Toaster() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    const showArea = () => setIsNeeded(true);
    const unsubscribe = subscribeToToasts(showArea);
    const cancelIdle = runWhenIdle(showArea);
    return () => {
      unsubscribe();
      cancelIdle();
    };
  }, []);
  return isNeeded && <ToastArea errorFallback={null} />;
}
