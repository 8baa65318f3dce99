import { useEffect, useState } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { runWhenIdle } from '../hooks/run-when-idle.ts';
import { subscribeToToasts } from './toast-store.ts';

const ToastArea = lazyWithRetry(() => import('./toast-area.tsx'));

/** Loads the toast code immediately, for screens that must report failures even when the network fails later. */
export const preloadToasts = ToastArea.preload;

/** Shows toasts; only the shell renders it. Its code is loaded with the first toast or when the page is idle. */
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
  return isNeeded && <ToastArea slowFallback={null} errorFallback={null} />;
}
