import { LeaseLostError } from '@fareline/service-kit/db/leases';
import { getPayment } from '../cards/payment.repository.ts';
import { voidPayment } from '../cards/payment-steps.ts';
import type { Deps } from '../deps.ts';
import { renewBookingLease } from './booking-lease.repository.ts';
import { recordOrder } from './place-order.step.ts';
import { flagForReview } from './flag-for-review.ts';
import { isRetryPeriodOver, transitionBooking, type Booking } from './booking.repository.ts';

/**
 * From `voiding`: voids the authorisation. A traveller who saw `pending` gets the result by email. An order that appeared while the
 * void was retried is paid instead; while the airline cannot be asked nothing is voided. (PROVIDER-36, REVIEW-05, LEDGER-04)
 */
export async function voidAuthorisation(deps: Deps, booking: Booking): Promise<Booking> {
  const payment = await getPayment(deps.db, booking.payment_id);
  try {
    if (booking.was_pending && booking.order_id === null) {
      const order = await deps.flightProvider.findOrder(booking.mode, booking.id, booking.offer_id);
      // If the payment is voided already, the capture fails and the order is cancelled.
      if (order && !order.isCancelled) return await recordOrder(deps, booking, order);
    }
    const { state } = await voidPayment(deps, payment, booking.attempts, () =>
      renewBookingLease(deps, booking),
    );
    if (state === 'captured')
      return await transitionBooking(deps, booking, 'needs_review', {
        patch: { order_plan: null },
        outboxEvents: [{ kind: 'mail_review' }],
      });
    return await transitionBooking(deps, booking, 'voided', {
      patch: { order_plan: null },
      outboxEvents: booking.was_pending ? [{ kind: 'mail_failed' }] : [],
    });
  } catch (error) {
    if (error instanceof LeaseLostError || !(await isRetryPeriodOver(deps, booking))) throw error;
    return flagForReview(deps, booking, 'an authorisation cannot be voided', { cause: error });
  }
}
