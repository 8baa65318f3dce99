import { parseMinor, type BookingRequest } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import { toPaymentError } from '../cards/payment-result.ts';
import { findPayment, type Payment } from '../cards/payment.repository.ts';
import { toSeatKey } from '../cards/quote.ts';
import type { Deps } from '../deps.ts';
import { inProgressError } from '../idempotency/idempotency-key.repository.ts';

/**
 * The authorised payment for exactly the offer, seats and amount of the booking request. Throws PAYMENT_NOT_FOUND,
 * AMOUNT_MISMATCH, IDEMPOTENCY_IN_PROGRESS or the reason why the payment is not authorised. (MONEY-21, MONEY-23)
 */
export async function getBookablePayment(
  deps: Deps,
  paymentId: string,
  request: BookingRequest,
): Promise<Payment> {
  const payment = await findPayment(deps.db, paymentId);
  if (!payment) throw new AppError('PAYMENT_NOT_FOUND');
  const { amount, currency } = request.paymentDetails;
  const isSame =
    (request.offerId === payment.offer_id || request.offerId === payment.requested_offer_id) &&
    toSeatKey(request.seats) === payment.seats &&
    currency === payment.currency &&
    parseMinor(amount, currency) === payment.amount_minor;
  if (!isSame) throw new AppError('AMOUNT_MISMATCH');
  if (payment.booking_id) return payment;
  if (payment.state === 'authorising') throw inProgressError();
  if (payment.state !== 'authorised') throw toPaymentError(payment);
  return payment;
}
