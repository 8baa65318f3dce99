import { randomUUID } from 'node:crypto';
import { equalsMoney, parseMoney, type BookingRequest } from '@fareline/contracts';
import { areAllMinors } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import { fromNow } from '@fareline/service-kit/db/leases';
import { toAppError } from '@fareline/service-kit/http/error-handler';
import { sql } from 'kysely';
import { authoriseOffer } from '../cards/authorise-card.ts';
import { toPaymentError } from '../cards/payment-result.ts';
import { advancePayment } from '../cards/advance-payment.ts';
import { alertOperator } from '../cards/payment-steps.ts';
import {
  endPaymentLease,
  findPayment,
  getPayment,
  leasePayment,
  startPaymentHeartbeat,
  type Payment,
} from '../cards/payment.repository.ts';
import type { OrderPlan } from '../db/schema.ts';
import { sealPlan } from '../bookings/order-plan.ts';
import type { Deps } from '../deps.ts';
import {
  inProgressError,
  isTransient,
  type IdempotencyKey,
} from '../idempotency/idempotency-key.repository.ts';
import { hashToken } from '../keyed-hasher.ts';
import { fetchAgreedPrice, toExtrasKey, type Extras, type PricedOffer } from '../offers/offer-price.ts';
import { offerUsedError } from '../offers/used-offer.ts';
import { getCurrentRequestId } from '../request-id.ts';
import { belongsTo, type Visitor } from '../access/visitor.ts';
import { getLastArrival, toBookingData } from '../bookings/booking-data.ts';
import { getBooking, type Booking } from '../bookings/booking.repository.ts';
import { toOrderPassengers } from './order-passengers.ts';
import { findRisks, openRiskCase, toRiskReview } from '../bookings/risk-review.step.ts';
import { bookingUnderWayError, findOpenBookingOfTrip } from '../offers/same-trip.ts';

interface BookingAttempt {
  request: BookingRequest;
  requestHash: string;
  key: IdempotencyKey;
  visitor: Visitor;
  siteOrigin: string;
}

/** Authorises, orders and captures until a step has to wait. `isNew` is false when the payment already had a booking. (API-53) */
export async function createBooking(
  deps: Deps,
  attempt: BookingAttempt,
): Promise<{ booking: Booking; isNew: boolean }> {
  const { requestHash } = attempt;
  const payment = await getPaymentForAttempt(deps, attempt);
  const leased = await leasePayment(deps, payment);
  // Another request has booked with the payment, or fetches its price.
  if (!leased) return { booking: await getBookingByPayment(deps, payment, requestHash), isNew: false };
  const inserted = await bookPayment(deps, attempt, leased);
  if (inserted === 'payment_used')
    return { booking: await getBookingByPayment(deps, payment, requestHash), isNew: false };
  if (inserted === 'offer_request_locked') throw offerUsedError();
  if ('open' in inserted) throw bookingUnderWayError(deps, inserted.open);
  deps.killPoint('after:booking:authorised');
  if (inserted.state === 'risk_review') {
    alertOperator(deps, payment, 'a booking waits for a decision before its order');
    return { booking: inserted, isNew: true };
  }
  return { booking: await deps.advanceBooking(deps, inserted), isNew: true };
}

/** Fetches the price and commits the booking of a leased payment, whose authorisation is voided when there will be none. (MONEY-26) */
async function bookPayment(deps: Deps, attempt: BookingAttempt, payment: Payment): Promise<InsertedBooking> {
  const stopHeartbeat = startPaymentHeartbeat(deps, payment);
  try {
    const quote = await fetchPriceOrVoid(deps, payment, attempt.request);
    const plan = await planOrder(deps, attempt, payment, quote);
    deps.killPoint('before:booking:authorised');
    const id = randomUUID();
    const sealedPlan = await sealPlan(deps, id, plan);
    const inserted = await insertBooking(deps, attempt, payment, { id, quote, plan, sealedPlan });
    if (inserted === 'payment_used' || inserted === 'offer_request_locked' || 'open' in inserted)
      await deps.rowKeys.destroy([sealedPlan]);
    if (inserted === 'offer_request_locked' || (inserted !== 'payment_used' && 'open' in inserted))
      await advancePayment(deps, payment);
    return inserted;
  } finally {
    stopHeartbeat();
    await endPaymentLease(deps, payment);
  }
}

/** The payment named in the request, the earlier payment of the key, or a new authorisation of the card in the request. (MONEY-28) */
async function getPaymentForAttempt(deps: Deps, attempt: BookingAttempt): Promise<Payment> {
  const { request, key, visitor } = attempt;
  const { paymentId, cardDetails, amount, currency } = request.paymentDetails;
  if (paymentId) return getBookablePayment(deps, paymentId, request, visitor);
  if (!cardDetails) throw new AppError('BOOKING_PAYMENT_REQUIRED');
  if (key.payment_id) {
    const earlier = await getPayment(deps.db, key.payment_id);
    if (earlier.state === 'authorising') throw inProgressError();
    if (earlier.state !== 'authorised' && !earlier.booking_id) throw toPaymentError(earlier);
    return earlier;
  }
  return authoriseOffer(deps, {
    offerId: request.offerId,
    extras: request,
    amount,
    currency,
    card: cardDetails,
    paymentMethodId: undefined,
    trip: {
      travellers: request.passengers,
      contactEmail: request.passengers[0]?.email,
      bookAgain: request.bookAgain,
    },
    visitor,
    keyId: key.id,
  });
}

/**
 * The visitor's authorised payment for exactly the offer, seats, bags and amount of the booking request. Throws PAYMENT_NOT_FOUND
 * for an unknown id and for payments of other visitors, AMOUNT_MISMATCH, IDEMPOTENCY_IN_PROGRESS or the reason why the payment
 * is not authorised. (MONEY-21, MONEY-23, ACCESS-04)
 */
async function getBookablePayment(
  deps: Deps,
  paymentId: string,
  request: BookingRequest,
  visitor: Visitor,
): Promise<Payment> {
  const payment = await findPayment(deps.db, paymentId);
  if (!payment || !belongsTo(payment, visitor)) throw new AppError('PAYMENT_NOT_FOUND');
  const { amount_minor: minor, currency } = payment;
  const { paymentDetails, offerId } = request;
  const isSame =
    (offerId === payment.purchase_id || offerId === payment.requested_offer_id) &&
    toExtrasKey(request) === payment.extras &&
    equalsMoney(parseMoney(paymentDetails.amount, paymentDetails.currency), { minor, currency });
  if (!isSame) throw new AppError('AMOUNT_MISMATCH');
  if (payment.booking_id) return payment;
  if (payment.state === 'authorising') throw inProgressError();
  if (payment.state === 'challenged') throw new AppError('PAYMENT_CHALLENGED');
  if (payment.state !== 'authorised') throw toPaymentError(payment);
  return payment;
}

/** The existing booking of a payment. Throws IDEMPOTENCY_KEY_REUSED when it was made with another request. */
async function getBookingByPayment(deps: Deps, payment: Payment, requestHash: string): Promise<Booking> {
  const { booking_id } = await getPayment(deps.db, payment.id);
  if (!booking_id) throw inProgressError();
  const booking = await getBooking(deps.db, booking_id);
  if (booking.request_hash !== requestHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return booking;
}

/**
 * Fetches the price right before the order. Voids the authorisation and throws when the offer is gone or its price has
 * changed. (PROVIDER-33, MONEY-31, API-55)
 */
async function fetchPriceOrVoid(deps: Deps, payment: Payment, extras: Extras): Promise<PricedOffer> {
  try {
    return await fetchAgreedPrice(deps, { ...payment, offer_id: payment.purchase_id }, extras);
  } catch (error) {
    const failure = toAppError(error);
    if (!isTransient(failure)) await advancePayment(deps, payment);
    throw failure;
  }
}

/**
 * The content of the order. When the passengers are refused, the payment of the same request is voided at once, because no
 * other request can name it. (MONEY-28)
 */
async function planOrder(
  deps: Deps,
  { request }: BookingAttempt,
  payment: Payment,
  quote: PricedOffer,
): Promise<OrderPlan> {
  try {
    return {
      passengers: toOrderPassengers(request, quote.offer, getToday()),
      seats: request.seats,
      bags: request.bags,
      services: quote.seats.map(({ service_id }) => service_id),
      amount: quote.provider_amount,
      currency: quote.provider_currency,
    };
  } catch (error) {
    if (!request.paymentDetails.paymentId) await advancePayment(deps, payment);
    throw error;
  }
}

const getToday = () => new Date().toISOString().slice(0, 10);

interface NewBooking {
  id: string;
  quote: PricedOffer;
  plan: OrderPlan;
  sealedPlan: string;
}

type InsertedBooking = Booking | { open: Booking } | 'payment_used' | 'offer_request_locked';

/**
 * Commits the booking in `authorised`, or `risk_review`, with its payment and its booking lock. Of several attempts with the
 * same payment or offer request only one succeeds, and none while another booking of the trip is open.
 * (MONEY-27)
 */
async function insertBooking(
  deps: Deps,
  attempt: BookingAttempt,
  payment: Payment,
  { id, quote, plan, sealedPlan }: NewBooking,
): Promise<InsertedBooking> {
  const { db, config, hasher } = deps;
  const { visitor, key } = attempt;
  const { mode } = payment;
  const { offer_request_id } = quote;
  const [primary] = plan.passengers;
  if (!primary) throw new Error('a booking needs at least one passenger');
  const { slices } = quote.offer;
  const bookingData = {
    ...toBookingData(quote, plan.passengers),
    ...(areAllMinors(attempt.request.passengers, { slices, today: getToday() }) && { minors_consent: true }),
  };
  return db.transaction().execute(async (trx) => {
    // Locked first, so that a conflict is known before anything is written.
    const unusedPayment = await trx
      .selectFrom('payments')
      .select('id')
      .where('id', '=', payment.id)
      .where('state', '=', 'authorised')
      .where('booking_id', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!unusedPayment) return 'payment_used';
    const open = await findOpenBookingOfTrip(trx, visitor, { mode, ...bookingData });
    if (open) return { open };
    const lock = await trx
      .insertInto('booking_locks')
      .values({ mode, offer_request_id, booking_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('booking_id')
      .executeTakeFirst();
    if (!lock) return 'offer_request_locked';
    await trx.updateTable('payments').set({ booking_id: id }).where('id', '=', payment.id).execute();
    await trx.updateTable('idempotency_keys').set({ booking_id: id }).where('id', '=', key.id).execute();
    const { email } = primary;
    const risks = await findRisks(trx, deps, payment, quote.offer, { email, passengers: plan.passengers });
    const booking = await trx
      .insertInto('bookings')
      .values({
        id,
        payment_id: payment.id,
        mode,
        brand: payment.brand,
        user_id: visitor.user_id,
        visitor_hash: visitor.visitor_hash,
        site_origin: attempt.siteOrigin,
        offer_id: quote.offer.id,
        offer_request_id,
        request_hash: attempt.requestHash,
        state: 'authorised',
        order_plan: sealedPlan,
        quoted_at: sql`now()`,
        amount_minor: payment.amount_minor,
        currency: payment.currency,
        contact_email: email,
        contact_first_name: primary.given_name,
        contact_last_name: primary.family_name,
        booking_data: JSON.stringify(bookingData),
        claim_token_hash: visitor.user_id
          ? null
          : hashToken(hasher.deriveClaimToken({ id, access_version: 0 })),
        wants_check_in_reminder: attempt.request.checkInReminder,
        status_token_hash: hashToken(hasher.deriveStatusToken({ id, access_version: 0 })),
        last_arrival_at: getLastArrival(quote.offer.slices, new Date(quote.offer.expires_at)),
        request_id: getCurrentRequestId(),
        lease_token: randomUUID(),
        lease_until: fromNow(config.BOOKING_LEASE_MS),
        ...(risks.length > 0 && toRiskReview(config, quote.offer)),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx.insertInto('booking_steps').values({ booking_id: id, state: booking.state }).execute();
    if (risks.length > 0) await openRiskCase(trx, booking, risks);
    return booking;
  });
}
