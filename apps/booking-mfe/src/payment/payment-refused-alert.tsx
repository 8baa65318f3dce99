import { VisuallyHidden } from '@fareline/ui-theme';
import { Alert, useRetryWait, type RetryWait } from '@fareline/ui-theme/widgets';
import type { PaymentRefusal } from './failures.ts';

/** Longer waits are not counted down: the message of the service says how long they are. */
const maxCountdownSeconds = 300;

const describeWait = (seconds: number): string =>
  seconds > 0
    ? `You can pay again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
    : 'You can pay again now.';

/** Until the next payment can be sent; without a text if nothing says when, or after a longer wait. */
export function usePaymentWait(refusal: (PaymentRefusal & { at: number }) | undefined): RetryWait<string> {
  const { retryAfterSeconds = Infinity, at = 0 } = refusal ?? {};
  const seconds = retryAfterSeconds > maxCountdownSeconds ? undefined : retryAfterSeconds;
  return useRetryWait(seconds, at, describeWait);
}

interface PaymentRefusedAlertProps {
  refusal: PaymentRefusal;
  wait: RetryWait<string>;
}

/** A payment that was refused without a decline. Screen readers hear the first and the last text of the countdown. */
export function PaymentRefusedAlert({ refusal: { title, description }, wait }: PaymentRefusedAlertProps) {
  return (
    <Alert variant="destructive" title={title}>
      {wait.text === undefined ? (
        description
      ) : (
        <>
          Nothing was charged, and your card details stay here.{' '}
          <span aria-hidden="true" className="figures">
            {wait.text}
          </span>
          <VisuallyHidden>{wait.announcement}</VisuallyHidden>
        </>
      )}
    </Alert>
  );
}
