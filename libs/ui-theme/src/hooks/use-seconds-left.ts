import { useSyncExternalStore } from 'react';

function subscribeToSeconds(listener: () => void) {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
}
const subscribeToNothing = () => () => undefined;

/** The whole seconds left until a time in milliseconds since 1970, counted down; 0 afterwards and without a time. */
export function useSecondsLeft(until: number | undefined): number {
  const getSecondsLeft = () =>
    until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000));
  return useSyncExternalStore(
    until === undefined ? subscribeToNothing : subscribeToSeconds,
    getSecondsLeft,
    getSecondsLeft,
  );
}
