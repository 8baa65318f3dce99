import type { BookingRequest, User } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import { authoriseCard } from '../cards/authorise-card.ts';
import { toPaymentError } from '../cards/payment-result.ts';
import { getPayment, type Payment } from '../cards/payment.repository.ts';
import { voidUnusedAuthorisation } from '../cards/void-unused-authorisation.ts';
import { offerUsedError } from '../cards/used-offer.ts';
import type { Visitor } from '../cards/visitor.ts';
import type { Deps } from '../deps.ts';
import { inProgressError, type IdempotencyKey } from '../idempotency/idempotency-key.repository.ts';
import { advanceBooking } from './advance-booking.ts';
import { getBooking, type Booking } from './booking.repository.ts';
import { getBookablePayment } from './bookable-payment.ts';
import { insertBooking } from './insert-booking.ts';
import { toOrderPassengers } from './order-passengers.ts';
import { fetchOrderPrice } from './fetch-order-price.ts';

export interface BookingAttempt {
  request: BookingRequest;
  requestHash: string;
  key: IdempotencyKey;
  user: User | null;
  visitor: Visitor;
  brand: string;
  siteOrigin: string;
}

/** The payment named in the request, the earlier payment of the key, or a new authorisation of the card in the request. (MONEY-28) */
async function getPaymentForAttempt(deps: Deps, attempt: BookingAttempt): Promise<Payment> {
  const { request, key, brand, visitor } = attempt;
  const { paymentId, cardDetails, amount, currency } = request.paymentDetails;
  if (paymentId) return getBookablePayment(deps, paymentId, request);
  if (!cardDetails) throw new AppError('BOOKING_PAYMENT_REQUIRED');
  if (key.payment_id) {
    const earlier = await getPayment(deps.db, key.payment_id);
    if (earlier.state === 'authorising') throw inProgressError();
    if (earlier.state !== 'authorised' && !earlier.booking_id) throw toPaymentError(earlier);
    return earlier;
  }
  return authoriseCard(deps, {
    offerId: request.offerId,
    seats: request.seats,
    amount,
    currency,
    card: cardDetails,
    paymentMethodId: undefined,
    brand,
    visitor,
    keyId: key.id,
  });
}

/** The existing booking of a payment. Throws IDEMPOTENCY_KEY_REUSED when it was made with another request. */
async function getBookingByPayment(deps: Deps, payment: Payment, requestHash: string): Promise<Booking> {
  const { booking_id } = await getPayment(deps.db, payment.id);
  if (!booking_id) throw inProgressError();
  const booking = await getBooking(deps.db, booking_id);
  if (booking.request_hash !== requestHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return booking;
}

/** Authorises, orders and captures until a step has to wait. `isNew` is false when the payment already had a booking. (API-53) */
export async function createBooking(
  deps: Deps,
  attempt: BookingAttempt,
): Promise<{ booking: Booking; isNew: boolean }> {
  const { request, requestHash, user } = attempt;
  const payment = await getPaymentForAttempt(deps, attempt);
  if (payment.booking_id)
    return { booking: await getBookingByPayment(deps, payment, requestHash), isNew: false };
  const quote = await fetchOrderPrice(deps, payment, request);
  const today = new Date().toISOString().slice(0, 10);
  const passengers = toOrderPassengers(request.passengers, quote.offer, today);
  const inserted = await insertBooking(deps, {
    request,
    requestHash,
    payment,
    quote,
    user,
    visitor: attempt.visitor,
    plan: {
      passengers,
      seats: request.seats,
      services: quote.seats.map(({ service_id }) => service_id),
      amount: quote.provider_amount,
      currency: quote.provider_currency,
    },
    siteOrigin: attempt.siteOrigin,
    keyId: attempt.key.id,
  });
  if (inserted.kind === 'payment_used')
    return { booking: await getBookingByPayment(deps, payment, requestHash), isNew: false };
  if (inserted.kind === 'offer_request_locked') {
    await voidUnusedAuthorisation(deps, payment);
    throw offerUsedError();
  }
  return { booking: await advanceBooking(deps, inserted.booking), isNew: true };
}
