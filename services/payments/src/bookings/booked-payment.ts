import { parseMinor, type BookingRequest } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import { failureOf } from '../cards/payment-answer.ts';
import { findPayment, type Payment } from '../cards/payment-rows.ts';
import { seatKey } from '../cards/quote.ts';
import type { Context } from '../context.ts';
import { inProgress } from '../idempotency/keys.ts';

/** The payment that the booking call names: held, and for exactly this offer, these seats and this amount. (MONEY-21, MONEY-23) */
export async function namedPayment(
  context: Context,
  paymentId: string,
  request: BookingRequest,
): Promise<Payment> {
  const payment = await findPayment(context.db, paymentId);
  if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
  const { amount, currency } = request.paymentDetails;
  const isSame =
    (request.offerId === payment.offer_id || request.offerId === payment.requested_offer_id) &&
    seatKey(request.seats) === payment.seats &&
    currency === payment.currency &&
    parseMinor(amount, currency) === payment.amount_minor;
  if (!isSame) throw new AppError('AMOUNT_MISMATCH');
  if (payment.booking_id) return payment;
  if (payment.state === 'authorising') throw inProgress();
  if (payment.state !== 'authorised') throw failureOf(payment);
  return payment;
}
