import { ResponseError, getServerMessage } from '@fareline/contracts/client';
import { Button, type ButtonProps } from '@fareline/ui-theme';
import { useEffect, useState, type ReactNode } from 'react';
import { Alert } from './alert.tsx';

export interface SubmitButtonProps extends Omit<ButtonProps, 'type' | 'loading' | 'asChild'> {
  /** The mutation that the form sends. */
  request: { isPending: boolean; error: unknown };
  /** Title of the message over a limit, such as "Login failed". */
  waitTitle: string;
  /** What one can do until the form can be sent again. */
  meanwhile?: ReactNode;
}

/** The seconds after which a refused request can be sent again; 0 when the service names none. */
export const getWaitSeconds = (failure: unknown): number =>
  failure instanceof ResponseError ? (failure.retryAfterSeconds ?? 0) : 0;

/** The server's message without the wait, which is counted down instead: `Too many requests.` */
const getReason = (failure: unknown): string =>
  (getServerMessage(failure) ?? '').replace(/Please (try again|wait) [^.]*\.$/, '').trim();

/** `1 second`, `119 seconds`, `2 minutes`, `24 hours`. */
function formatWait(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** Counts down the seconds after which a refused request can be sent again. */
function useSecondsLeft(failure: unknown): number {
  const [latest, setLatest] = useState<{ failure: unknown; left: number }>();
  useEffect(() => {
    const seconds = getWaitSeconds(failure);
    if (seconds === 0) return undefined;
    const endsAt = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setLatest({ failure, left });
      if (left === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [failure]);
  return latest && latest.failure === failure ? latest.left : getWaitSeconds(failure);
}

/**
 * The submit button of a form. Over a limit it is inactive, and a message above it has the reason and counts down to the end of the
 * limit, so that the form needs no toast: screen readers hear the message and its end, not each second. (LIMIT-02, LIMIT-04)
 */
export function SubmitButton({
  request: { isPending, error },
  waitTitle,
  meanwhile,
  ...props
}: SubmitButtonProps) {
  const secondsLeft = useSecondsLeft(error);
  return (
    <>
      {getWaitSeconds(error) > 0 && (
        <Alert variant="warning" role="alert" title={waitTitle}>
          {secondsLeft > 0 ? (
            <>
              {getReason(error)} You can try again in{' '}
              <span role="timer" aria-live="off" className="figures">
                {formatWait(secondsLeft)}
              </span>
              . {meanwhile}
            </>
          ) : (
            'You can try again now.'
          )}
        </Alert>
      )}
      <Button {...props} type="submit" loading={isPending} aria-disabled={secondsLeft > 0 || undefined} />
    </>
  );
}
