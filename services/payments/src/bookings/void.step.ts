import { LeaseLostError } from '@fareline/service-kit/db/leases';
import { getPayment } from '../cards/payment.repository.ts';
import { voidPayment } from '../cards/payment-steps.ts';
import type { Deps } from '../deps.ts';
import { renewBookingLease } from './booking-lease.repository.ts';
import { recordOrder } from './place-order.step.ts';
import { flagForReview } from './flag-for-review.ts';
import { isRetryPeriodOver, transitionBooking, type Booking } from './booking.repository.ts';

/** The order of a booking whose outcome was unknown; undefined as well when the airline cannot be asked. */
async function findLateOrder({ flightProvider, log }: Deps, { id, mode, offer_id }: Booking) {
  try {
    const order = await flightProvider.findOrder(mode, id, offer_id);
    return order?.isCancelled ? undefined : order;
  } catch (error) {
    // The card is released all the same; an order that appears later is settled by its event or by the reconciler.
    log.warn({ err: error, booking: id }, 'order not looked for before the card is released');
    return undefined;
  }
}

/** From `voiding`: voids the authorisation. A traveller who saw `pending` gets the result by email. An order that appeared while the
 * release was retried is paid instead. (PROVIDER-36, REVIEW-05) */
export async function voidAuthorisation(deps: Deps, booking: Booking): Promise<Booking> {
  if (booking.was_pending && booking.order_id === null) {
    const order = await findLateOrder(deps, booking);
    // If the card is released already, the capture fails and the order is cancelled.
    if (order) return recordOrder(deps, booking, order);
  }
  const payment = await getPayment(deps.db, booking.payment_id);
  try {
    const { state } = await voidPayment(deps, payment, booking.attempts, () =>
      renewBookingLease(deps, booking),
    );
    if (state === 'needs_review')
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
