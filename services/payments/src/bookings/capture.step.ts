import { paymentById } from '../cards/payment-rows.ts';
import { capturePayment } from '../cards/settle-payment.ts';
import type { Context } from '../context.ts';
import { putUpForReview } from './review.ts';
import { failureJson, isGivenUp, moveBooking, type Booking, type Move } from './booking-rows.ts';

/** Says that the money is about to be taken. */
export const beginCapture = (context: Context, booking: Booking): Promise<Booking> =>
  moveBooking(context, booking, 'capturing');

/** Mail and account of a confirmed booking. The answer itself makes the account first, while it can still show the password. */
const facts = ({ config }: Context, { user_id }: Booking): Move['tell'] => [
  { fact: 'mail_confirmed' },
  ...(user_id ? [] : [{ fact: 'guest_account' as const, delayMs: config.LEASE_MARGIN_MS }]),
];

/** From `capturing`: takes the money and confirms, or, when it cannot be taken, gives the order back. */
export async function capture(context: Context, booking: Booking): Promise<Booking> {
  const payment = await paymentById(context.db, booking.payment_id);
  try {
    const { failure } = await capturePayment(context, payment, booking.attempts);
    if (failure === undefined)
      return await moveBooking(context, booking, 'confirmed', {
        patch: { failure: null },
        tell: facts(context, booking),
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
