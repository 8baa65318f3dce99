import { useSecondsLeft } from '@fareline/ui-theme';

export interface RetryWait<T> {
  isWaiting: boolean;
  /** Changes every second; undefined if there is no wait to count down. */
  text: T | undefined;
  /** `text` for screen readers, which hear no countdown: the one at the start, and the one at the end. */
  announcement: T | undefined;
}

/**
 * Counts down the wait after which a refused request can be sent again: `seconds` from `startedAt`, which is in milliseconds since
 * 1970. `describe` is given the seconds left, which are 0 at the end. (LIMIT-02)
 */
export function useRetryWait<T>(
  seconds: number | undefined,
  startedAt: number,
  describe: (secondsLeft: number) => T,
): RetryWait<T> {
  const secondsLeft = useSecondsLeft(seconds === undefined ? undefined : startedAt + seconds * 1000);
  const isWaiting = secondsLeft > 0;
  if (seconds === undefined) return { isWaiting, text: undefined, announcement: undefined };
  return {
    isWaiting,
    text: describe(secondsLeft),
    announcement: describe(isWaiting ? seconds : 0),
  };
}
