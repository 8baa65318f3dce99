import { getPayment } from '../cards/payment.repository.ts';
import { capturePayment } from '../cards/payment-steps.ts';
import type { Deps } from '../deps.ts';
import { flagForReview } from './flag-for-review.ts';
import {
  serialiseFailure,
  isRetryPeriodOver,
  transitionBooking,
  type Booking,
  type Transition,
} from './booking.repository.ts';

/** Says that the money is about to be taken. */
export const beginCapture = (deps: Deps, booking: Booking): Promise<Booking> =>
  transitionBooking(deps, booking, 'capturing');

/** Mail and account of a confirmed booking. The answer itself makes the account first, while it can still show the password. */
const getConfirmationEvents = ({ config }: Deps, { user_id }: Booking): Transition['tell'] => [
  { fact: 'mail_confirmed' },
  ...(user_id ? [] : [{ fact: 'guest_account' as const, delayMs: config.LEASE_MARGIN_MS }]),
];

/** From `capturing`: takes the money and confirms, or, when it cannot be taken, gives the order back. */
export async function capture(deps: Deps, booking: Booking): Promise<Booking> {
  const payment = await getPayment(deps.db, booking.payment_id);
  try {
    const { failure } = await capturePayment(deps, payment, booking.attempts);
    if (failure === undefined)
      return await transitionBooking(deps, booking, 'confirmed', {
        patch: { failure: null },
        tell: getConfirmationEvents(deps, booking),
      });
    deps.log.error({ err: failure, booking: booking.id }, 'the hold cannot be captured');
    return await transitionBooking(deps, booking, 'releasing', {
      patch: {
        failure: serialiseFailure({
          code: 'PAYMENT_FAILED',
          message: 'Your card could not be charged, so nothing was booked. Please try another card.',
        }),
      },
    });
  } catch (error) {
    if (!isRetryPeriodOver(deps, booking)) throw error;
    return flagForReview(deps, booking, 'a capture has no answer', error);
  }
}
