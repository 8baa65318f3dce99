import { paymentById } from '../cards/payment-rows.ts';
import { capturePayment } from '../cards/settle-payment.ts';
import type { Context } from '../context.ts';
import { fromNow } from '../db/leases.ts';
import type { Database } from '../db/tables/index.ts';
import { putUpForReview } from './review.ts';
import { failureJson, isGivenUp, moveBooking, type Booking } from './booking-rows.ts';

/** Says that the money is about to be taken. */
export const beginCapture = (context: Context, booking: Booking): Promise<Booking> =>
  moveBooking(context, booking, 'capturing');

/** Account and mail are promised in the commit that confirms the booking. */
async function promise(context: Context, booking: Booking, trx: Database): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({ booking_id: booking.id, fact: 'mail_confirmed' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (booking.user_id) return;
  // The answer itself makes the account first, while it can still show the password.
  await trx
    .insertInto('outbox')
    .values({
      booking_id: booking.id,
      fact: 'guest_account',
      next_attempt_at: fromNow(context.config.LEASE_MARGIN_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** From `capturing`: takes the money and confirms, or, when it cannot be taken, gives the order back. */
export async function capture(context: Context, booking: Booking): Promise<Booking> {
  const payment = await paymentById(context.db, booking.payment_id);
  try {
    const { failure } = await capturePayment(context, payment, booking.attempts);
    if (failure === undefined)
      return await moveBooking(context, booking, 'confirmed', {
        patch: { failure: null },
        also: (trx) => promise(context, booking, trx),
      });
    context.log.error({ err: failure, booking: booking.id }, 'the hold cannot be captured');
    return await moveBooking(context, booking, 'releasing', {
      patch: {
        failure: failureJson({
          code: 'PAYMENT_FAILED',
          message: 'Your card could not be charged, so nothing was booked. Please try another card.',
        }),
      },
    });
  } catch (error) {
    if (!isGivenUp(context, booking)) throw error;
    return putUpForReview(context, booking, 'a capture has no answer', error);
  }
}
