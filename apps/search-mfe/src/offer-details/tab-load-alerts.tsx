import {
  describeRefusal,
  getNextTryAt,
  getRetryAfterSeconds,
  ResponseError,
} from '@fareline/contracts/client';
import { Button, RetryCountdown } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import type { MouseEvent } from 'react';
import { getFailureText } from '../offers/request-failure.ts';

/** Why a tab has no content, in words that are true of this failure. */
function describeFailure(error: Error): string {
  if (getRetryAfterSeconds(error) !== undefined)
    return `${describeRefusal(error)}. Please try again in a minute.`;
  const code = error.cause instanceof ResponseError ? error.cause.code : undefined;
  return code === 'PROVIDER_UNAVAILABLE'
    ? 'The airline did not answer.'
    : getFailureText(error, 'Nothing answered.');
}

interface RefusedLoadAlertProps {
  failure: Error;
  /** What the visitor has meanwhile. */
  meanwhile: string;
}

/** Shown while a refused tab waits for its next try. (PROVIDER-07, LIMIT-02) */
export function RefusedLoadAlert({ failure, meanwhile }: RefusedLoadAlertProps) {
  return (
    <Alert className="mt-3" variant="warning" title={describeRefusal(failure)}>
      <RetryCountdown until={getNextTryAt(failure)} /> {meanwhile}
    </Alert>
  );
}

interface FailedLoadAlertProps {
  title: string;
  error: Error;
  meanwhile: string;
  onRetry: () => unknown;
}

/** Shown in a tab whose content could not be loaded. (PROVIDER-11) */
export function FailedLoadAlert({ title, error, meanwhile, onRetry }: FailedLoadAlertProps) {
  const retry = ({ currentTarget }: MouseEvent) => {
    // The button is removed with the alert.
    currentTarget.closest<HTMLElement>('[role="tabpanel"]')?.focus({ preventScroll: true });
    onRetry();
  };
  return (
    <Alert
      className="mt-3"
      variant="warning"
      title={title}
      action={
        <Button variant="secondary" size="small" onClick={retry}>
          Try Again
        </Button>
      }
    >
      {describeFailure(error)} {meanwhile}
    </Alert>
  );
}
