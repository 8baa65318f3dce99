import { getPayment } from '../cards/payment.repository.ts';
import { voidPayment } from '../cards/payment-steps.ts';
import type { Deps } from '../deps.ts';
import { flagForReview } from './flag-for-review.ts';
import { isRetryPeriodOver, transitionBooking, type Booking } from './booking.repository.ts';

/** From `voiding`: lets the hold go. Who was told 'pending' is told the result by mail. (PROVIDER-36) */
export async function voidAuthorisation(deps: Deps, booking: Booking): Promise<Booking> {
  const payment = await getPayment(deps.db, booking.payment_id);
  try {
    const { state } = await voidPayment(deps, payment, booking.attempts);
    if (state === 'needs_review')
      return await transitionBooking(deps, booking, 'needs_review', { patch: { order_plan: null } });
    return await transitionBooking(deps, booking, 'voided', {
      patch: { order_plan: null },
      tell: booking.was_pending ? [{ fact: 'mail_failed' }] : [],
    });
  } catch (error) {
    if (!isRetryPeriodOver(deps, booking)) throw error;
    return flagForReview(deps, booking, 'a hold cannot be released', error);
  }
}
