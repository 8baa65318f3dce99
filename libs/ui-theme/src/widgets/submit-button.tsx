import { ResponseError, getServerMessage } from '@fareline/contracts/client';
import { Button, type ButtonProps } from '@fareline/ui-theme';
import { useState, type ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { useRetryWait } from './use-retry-wait.ts';

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

/** When a failure was first rendered, in milliseconds since 1970. */
function useFailedAt(failure: unknown): number {
  const [latest, setLatest] = useState(() => ({ failure, at: Date.now() }));
  if (latest.failure === failure) return latest.at;
  const next = { failure, at: Date.now() };
  setLatest(next);
  return next.at;
}

/**
 * The submit button of a form. While a limit refuses it is inactive, and a message above it has the reason
 * and a countdown. Screen readers hear the message and its end, not each second. (LIMIT-02, LIMIT-04)
 */
export function SubmitButton({
  request: { isPending, error },
  waitTitle,
  meanwhile,
  ...props
}: SubmitButtonProps) {
  const wait = useRetryWait(getWaitSeconds(error) || undefined, useFailedAt(error), (secondsLeft) =>
    secondsLeft > 0 ? (
      <>
        {getReason(error)} You can try again in{' '}
        <span role="timer" aria-live="off" className="figures">
          {formatWait(secondsLeft)}
        </span>
        . {meanwhile}
      </>
    ) : (
      'You can try again now.'
    ),
  );
  return (
    <>
      {wait.text && (
        <Alert variant="warning" role="alert" title={waitTitle}>
          {wait.text}
        </Alert>
      )}
      <Button {...props} type="submit" loading={isPending} aria-disabled={wait.isWaiting || undefined} />
    </>
  );
}
