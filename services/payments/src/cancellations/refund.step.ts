import { isGivenUp, moveBooking, type Booking } from '../bookings/booking-rows.ts';
import { paymentById, type Payment } from '../cards/payment-rows.ts';
import { callForReview } from '../cards/settle-payment.ts';
import type { Context } from '../context.ts';
import { acceptedCancellation, type Cancellation } from './cancellation-rows.ts';

/** The refund's id. After a 500, which a repeat with the same key would get again, the next try has a new key. */
async function refundOnce(
  { db, stripe }: Context,
  payment: Payment,
  intentId: string,
  { id, refund_minor: minor, currency, refund_key: key }: Cancellation,
): Promise<string> {
  const outcome = await stripe.refund(payment.mode, payment.id, intentId, { minor, currency }, key);
  if (outcome.kind === 'refunded') return outcome.refundId;
  await db
    .updateTable('cancellations')
    .set({ refund_key: key + 1 })
    .where('id', '=', id)
    .where('refund_key', '=', key)
    .execute();
  throw outcome.cause;
}

/** From `refunding`: gives the money back, once. It is owed, so it is tried without end, and loudly after a while. */
export async function refundCard(context: Context, booking: Booking): Promise<Booking> {
  const { db, killPoint } = context;
  const cancellation = await acceptedCancellation(db, booking.id);
  const payment = await paymentById(db, booking.payment_id);
  let refundId: string | null = null;
  if (cancellation.refund_minor > 0 && payment.intent_id) {
    killPoint('before:call:refund');
    try {
      refundId = await refundOnce(context, payment, payment.intent_id, cancellation);
    } catch (error) {
      if (isGivenUp(context, booking)) callForReview(context, payment, 'a refund does not go through', error);
      throw error;
    }
    killPoint('after:call:refund');
  }
  return moveBooking(context, booking, 'cancelled', {
    also: async (trx) => {
      await trx
        .updateTable('cancellations')
        .set({ refund_id: refundId })
        .where('id', '=', cancellation.id)
        .execute();
    },
    tell: [{ fact: 'mail_cancelled' }],
  });
}
