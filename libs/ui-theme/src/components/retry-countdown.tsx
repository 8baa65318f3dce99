import { triesAgainIn } from '@fareline/contracts/promises';
import { useState } from 'react';
import { useSecondsLeft } from '../hooks/use-seconds-left.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const announcedStep = 10;

const describeRetry = (seconds: number): string =>
  seconds > 0 ? triesAgainIn(seconds) : 'We are trying again.';

export interface RetryCountdownProps {
  /** Time of the retry, in milliseconds since 1970. */
  until?: number | undefined;
  /** Time from the first rendering, if there is no `until`; a new countdown then needs another `key`. */
  seconds?: number;
}

/**
 * Counts down the seconds until an automatic retry, for a live region such as an alert: screen readers hear every tenth second
 * only. (PROVIDER-07)
 */
export function RetryCountdown({ until, seconds = 0 }: RetryCountdownProps) {
  const [endsAt] = useState(() => Date.now() + seconds * 1000);
  const remaining = useSecondsLeft(until ?? endsAt);
  return (
    <>
      <span aria-hidden="true" className="figures">
        {describeRetry(remaining)}
      </span>
      <VisuallyHidden>{describeRetry(Math.ceil(remaining / announcedStep) * announcedStep)}</VisuallyHidden>
    </>
  );
}
