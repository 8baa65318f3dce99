import { paymentById } from '../cards/payment-rows.ts';
import { voidPayment } from '../cards/settle-payment.ts';
import type { Context } from '../context.ts';
import { putUpForReview } from './review.ts';
import { isGivenUp, moveBooking, type Booking } from './booking-rows.ts';

/** From `voiding`: lets the hold go. Who was told 'pending' is told the result by mail. (PROVIDER-36) */
export async function letGo(context: Context, booking: Booking): Promise<Booking> {
  const payment = await paymentById(context.db, booking.payment_id);
  try {
    const { state } = await voidPayment(context, payment, booking.attempts);
    if (state === 'needs_review')
      return await moveBooking(context, booking, 'needs_review', { patch: { order_plan: null } });
    return await moveBooking(context, booking, 'voided', {
      patch: { order_plan: null },
      tell: booking.was_pending ? [{ fact: 'mail_failed' }] : [],
    });
  } catch (error) {
    if (!isGivenUp(context, booking)) throw error;
    return putUpForReview(context, booking, 'a hold cannot be released', error);
  }
}
