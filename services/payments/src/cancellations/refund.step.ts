import { isGivenUp, moveBooking, type Booking } from '../bookings/booking-rows.ts';
import { paymentById } from '../cards/payment-rows.ts';
import { callForReview } from '../cards/settle-payment.ts';
import type { Context } from '../context.ts';
import { acceptedCancellation } from './cancellation-rows.ts';

/** From `refunding`: gives the money back, once. It is owed, so it is tried without end, and loudly after a while. */
export async function refundCard(context: Context, booking: Booking): Promise<Booking> {
  const { db, stripe, killPoint } = context;
  const cancellation = await acceptedCancellation(db, booking.id);
  const payment = await paymentById(db, booking.payment_id);
  let refundId: string | null = null;
  if (cancellation.refund_minor > 0 && payment.intent_id) {
    killPoint('before:call:refund');
    try {
      const amount = { minor: cancellation.refund_minor, currency: cancellation.currency };
      refundId = await stripe.refund(payment.mode, payment.id, payment.intent_id, amount);
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
      await trx
        .insertInto('outbox')
        .values({ booking_id: booking.id, fact: 'mail_cancelled' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  });
}
