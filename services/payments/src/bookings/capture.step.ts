import { LeaseLostError } from '@fareline/service-kit/db/leases';
import { getPayment } from '../cards/payment.repository.ts';
import { capturePayment } from '../cards/payment-steps.ts';
import type { Deps } from '../deps.ts';
import { flagForReview } from './flag-for-review.ts';
import { renewBookingLease } from './booking-lease.repository.ts';
import {
  serialiseFailure,
  isRetryPeriodOver,
  transitionBooking,
  type Booking,
  type Transition,
} from './booking.repository.ts';

/** From `ordered`: records that the capture is about to start. */
export const beginCapture = (deps: Deps, booking: Booking): Promise<Booking> =>
  transitionBooking(deps, booking, 'capturing');

/** The account event is delayed, so that the response can create the account first and show its password. */
const getConfirmationEvents = ({ config }: Deps, { user_id }: Booking): Transition['outboxEvents'] => [
  { kind: 'mail_confirmed' },
  ...(user_id ? [] : [{ kind: 'guest_account' as const, delayMs: config.LEASE_MARGIN_MS }]),
];

/** From `capturing`: captures the payment and confirms the booking, or starts to cancel the order if the capture is refused. */
export async function capture(deps: Deps, booking: Booking): Promise<Booking> {
  const payment = await getPayment(deps.db, booking.payment_id);
  try {
    const { failure } = await capturePayment(deps, payment, booking.attempts, () =>
      renewBookingLease(deps, booking),
    );
    if (failure === undefined)
      return await transitionBooking(deps, booking, 'confirmed', {
        patch: { failure: null },
        outboxEvents: getConfirmationEvents(deps, booking),
      });
    deps.log.error({ err: failure, booking: booking.id }, 'the authorisation cannot be captured');
    return await transitionBooking(deps, booking, 'releasing', {
      patch: {
        failure: serialiseFailure({
          code: 'PAYMENT_FAILED',
          message: 'Your card could not be charged, so nothing was booked. Please try another card.',
        }),
      },
    });
  } catch (error) {
    if (error instanceof LeaseLostError || !(await isRetryPeriodOver(deps, booking))) throw error;
    return flagForReview(deps, booking, 'the outcome of a capture is unknown', { cause: error });
  }
}
