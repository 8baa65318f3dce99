import { VisuallyHidden } from '@fareline/ui-theme';
import { Alert } from '@fareline/ui-theme/widgets';
import type { PaymentRefusal } from './failures.ts';

/** Longer waits are not counted down: the message of the service says how long they are. */
const maxCountdownSeconds = 300;

/** When the next payment can be sent, in milliseconds since 1970; undefined if nothing says so, or after a longer wait. */
export function getRefusalEnd(refusal: (PaymentRefusal & { at: number }) | undefined): number | undefined {
  const seconds = refusal?.retryAfterSeconds;
  if (!refusal || seconds === undefined || seconds > maxCountdownSeconds) return undefined;
  return refusal.at + seconds * 1000;
}

const describeWait = (seconds: number): string =>
  seconds > 0
    ? `You can pay again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
    : 'You can pay again now.';

interface PaymentRefusedAlertProps {
  refusal: PaymentRefusal;
  /** Undefined without a countdown. */
  secondsLeft: number | undefined;
}

/** A payment that was refused without a decline. Screen readers hear the first and the last text of the countdown. */
export function PaymentRefusedAlert({ refusal, secondsLeft }: PaymentRefusedAlertProps) {
  const { title, description, retryAfterSeconds = 0 } = refusal;
  return (
    <Alert variant="destructive" title={title}>
      {secondsLeft === undefined ? (
        `${description} Your card details stay here.`
      ) : (
        <>
          Nothing was charged, and your card details stay here.{' '}
          <span aria-hidden="true" className="figures">
            {describeWait(secondsLeft)}
          </span>
          <VisuallyHidden>{describeWait(secondsLeft > 0 ? retryAfterSeconds : 0)}</VisuallyHidden>
        </>
      )}
    </Alert>
  );
}
