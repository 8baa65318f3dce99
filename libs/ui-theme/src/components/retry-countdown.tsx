import { useEffect, useState } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';

const announcedStep = 10;

const describeRetry = (seconds: number): string =>
  seconds > 0
    ? `We will try again by ourselves in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. You need not do anything.`
    : 'We are trying again.';

/**
 * Counts down the seconds until an automatic retry, for a live region such as an alert: screen readers hear every tenth second
 * only. A new countdown needs another `key`. (PROVIDER-07)
 */
export function RetryCountdown({ seconds }: { seconds: number }) {
  const [endsAt] = useState(() => Date.now() + seconds * 1000);
  const [remaining, setRemaining] = useState(Math.ceil(seconds));
  useEffect(() => {
    const update = () => setRemaining(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)));
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [endsAt]);
  return (
    <>
      <span aria-hidden="true" className="figures">
        {describeRetry(remaining)}
      </span>
      <VisuallyHidden>{describeRetry(Math.ceil(remaining / announcedStep) * announcedStep)}</VisuallyHidden>
    </>
  );
}
