import { getPayment } from '../cards/payment.repository.ts';
import { voidPayment } from '../cards/payment-steps.ts';
import type { Deps } from '../deps.ts';
import { flagForReview } from './flag-for-review.ts';
import { isRetryPeriodOver, transitionBooking, type Booking } from './booking.repository.ts';

/** From `voiding`: voids the authorisation. A traveller who saw `pending` gets the result by email. (PROVIDER-36) */
export async function voidAuthorisation(deps: Deps, booking: Booking): Promise<Booking> {
  const payment = await getPayment(deps.db, booking.payment_id);
  try {
    const { state } = await voidPayment(deps, payment, booking.attempts);
    if (state === 'needs_review')
      return await transitionBooking(deps, booking, 'needs_review', { patch: { order_plan: null } });
    return await transitionBooking(deps, booking, 'voided', {
      patch: { order_plan: null },
      outboxEvents: booking.was_pending ? [{ eventType: 'mail_failed' }] : [],
    });
  } catch (error) {
    if (!isRetryPeriodOver(deps, booking)) throw error;
    return flagForReview(deps, booking, 'an authorisation cannot be voided', error);
  }
}
