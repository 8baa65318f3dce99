import { movePayment, paymentById } from '../cards/payment-rows.ts';
import { callForReview } from '../cards/settle-payment.ts';
import type { Context } from '../context.ts';
import { moveBooking, type Booking } from './booking-rows.ts';

/** The end of what can be done without a person: said loudly, and payment and booking say so too. (D3) */
export async function putUpForReview(
  context: Context,
  booking: Booking,
  reason: string,
  cause?: unknown,
): Promise<Booking> {
  const payment = await paymentById(context.db, booking.payment_id);
  callForReview(context, payment, reason, cause);
  await movePayment(context, payment, 'needs_review');
  return moveBooking(context, booking, 'needs_review', { patch: { order_plan: null } });
}
