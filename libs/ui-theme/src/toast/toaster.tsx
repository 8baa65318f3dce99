import { useEffect, useState } from 'react';
import { lazyWithRetry } from '../components/lazy-with-retry.tsx';
import { whenIdle } from '../hooks/when-idle.ts';
import { subscribeToToasts } from './toast-store.ts';

const ToastArea = lazyWithRetry(() => import('./toast-area.tsx'));

/** Fetches at once what draws toasts: for screens whose failures must be told also when the line has failed. */
export const preloadToasts = ToastArea.preload;

/** Shows toasts; the shell has one. What draws them comes with the first toast, or once the page has come to rest. */
export function Toaster() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const unsubscribe = subscribeToToasts(want);
    const callOff = whenIdle(want);
    return () => {
      unsubscribe();
      callOff();
    };
  }, []);
  return wanted && <ToastArea failed={null} />;
}
