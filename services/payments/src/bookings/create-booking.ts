import type { BookingRequest, User } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import { authoriseCard } from '../cards/authorise-card.ts';
import { failureOf } from '../cards/payment-answer.ts';
import { paymentById, type Payment } from '../cards/payment-rows.ts';
import { releaseUnused } from '../cards/release-unused.ts';
import { offerUsed } from '../cards/used-offer.ts';
import type { Visitor } from '../cards/visitor.ts';
import type { Context } from '../context.ts';
import { inProgress, type IdempotencyKey } from '../idempotency/keys.ts';
import { advance } from './advance.ts';
import { bookingById, type Booking } from './booking-rows.ts';
import { namedPayment } from './booked-payment.ts';
import { openBooking } from './open-booking.ts';
import { orderPassengers } from './order-passengers.ts';
import { priceForOrder } from './price-for-order.ts';

export interface BookingAttempt {
  request: BookingRequest;
  requestHash: string;
  key: IdempotencyKey;
  user: User | null;
  visitor: Visitor;
  brand: string;
  siteOrigin: string;
}

/** The named payment, or one made now from the card in the request; after a restart, the one made before it. (MONEY-28) */
async function paymentOf(context: Context, attempt: BookingAttempt): Promise<Payment> {
  const { request, key, brand, visitor } = attempt;
  const { paymentId, cardDetails, amount, currency } = request.paymentDetails;
  if (paymentId) return namedPayment(context, paymentId, request);
  if (!cardDetails) throw new AppError('BOOKING_PAYMENT_REQUIRED');
  if (key.payment_id) {
    const earlier = await paymentById(context.db, key.payment_id);
    if (earlier.state === 'authorising') throw inProgress();
    if (earlier.state !== 'authorised' && !earlier.booking_id) throw failureOf(earlier);
    return earlier;
  }
  return authoriseCard(context, {
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

/** The booking that a payment was used for, when it was for this very request. */
async function bookedBefore(context: Context, payment: Payment, requestHash: string): Promise<Booking> {
  const { booking_id } = await paymentById(context.db, payment.id);
  if (!booking_id) throw inProgress();
  const booking = await bookingById(context.db, booking_id);
  if (booking.request_hash !== requestHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return booking;
}

/** Pays, orders and captures, as far as it comes. `isFirst` is false when the payment had been booked with before. (API-53) */
export async function createBooking(
  context: Context,
  attempt: BookingAttempt,
): Promise<{ booking: Booking; isFirst: boolean }> {
  const { request, requestHash, user } = attempt;
  const payment = await paymentOf(context, attempt);
  if (payment.booking_id)
    return { booking: await bookedBefore(context, payment, requestHash), isFirst: false };
  const quote = await priceForOrder(context, payment, request);
  const today = new Date().toISOString().slice(0, 10);
  const passengers = orderPassengers(request.passengers, quote.offer, today);
  const opened = await openBooking(context, {
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
  if (opened.kind === 'payment_used')
    return { booking: await bookedBefore(context, payment, requestHash), isFirst: false };
  if (opened.kind === 'offer_claimed') {
    await releaseUnused(context, payment);
    throw offerUsed();
  }
  return { booking: await advance(context, opened.booking), isFirst: true };
}
