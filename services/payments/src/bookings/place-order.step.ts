import { AppError } from '@fareline/service-kit/app-error';
import { hasPassed, LeaseLostError } from '@fareline/service-kit/db/leases';
import { toAppError } from '@fareline/service-kit/http/error-handler';
import { sql } from 'kysely';
import type { StoredFailure, OrderPlan } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { OrderOutcome, PlacedOrder } from '../duffel/flight-provider.ts';
import { isTransient } from '../idempotency/idempotency-key.repository.ts';
import { reportInsufficientBalance } from '../offers/airline-balance.ts';
import { fetchAgreedPrice } from '../offers/offer-price.ts';
import { reportOfferUsed } from '../offers/used-offer.ts';
import { toStoredFailure } from '../stored-failure.ts';
import { renewBookingLease } from './booking-lease.repository.ts';
import { serialiseFailure, transitionBooking, type Booking } from './booking.repository.ts';

import { noticeOrder } from './late-order.ts';

const offerGoneCodes: readonly string[] = ['OFFER_UNAVAILABLE', 'OFFER_EXPIRED', 'DEPARTURE_TOO_CLOSE'];

/** Without an order the authorisation is voided; the booking lock is removed unless the offer is gone. (MONEY-24) */
async function rejectBooking(deps: Deps, booking: Booking, failure: StoredFailure): Promise<Booking> {
  const patch = { failure: serialiseFailure(failure) };
  if (offerGoneCodes.includes(failure.code)) {
    reportOfferUsed(deps, booking.offer_id);
    return transitionBooking(deps, booking, 'voiding', { patch });
  }
  return transitionBooking(deps, booking, 'voiding', {
    patch,
    inTransaction: async (trx) => {
      await trx.deleteFrom('booking_locks').where('booking_id', '=', booking.id).execute();
    },
  });
}

export const toOrderColumns = ({ booking_data }: Booking, order: PlacedOrder) => ({
  order_plan: null,
  order_id: order.id,
  booking_reference: order.bookingReference,
  provider_amount: order.amount,
  provider_currency: order.currency,
  booking_data: JSON.stringify({ ...booking_data, booking_reference: order.bookingReference }),
});

export const recordOrder = (deps: Deps, booking: Booking, order: PlacedOrder): Promise<Booking> =>
  transitionBooking(deps, booking, 'ordered', { patch: toOrderColumns(booking, order) });

/** Fetches a price older than QUOTE_FRESH_MS again; returns the failure if it changed, or 'retry' on a transient error. */
async function recheckPrice(
  deps: Deps,
  booking: Booking,
  plan: OrderPlan,
): Promise<StoredFailure | 'retry' | undefined> {
  const { db, config } = deps;
  if (!(await hasPassed(db, config.QUOTE_FRESH_MS, booking.quoted_at))) return undefined;
  try {
    const { offer } = await fetchAgreedPrice(deps, booking, plan);
    return offer.id === booking.offer_id ? undefined : toStoredFailure(new AppError('OFFER_EXPIRED'));
  } catch (error) {
    const failure = toAppError(error);
    const isTooOld = await hasPassed(db, config.UNUSED_HOLD_MS, booking.created_at);
    return isTransient(failure) && !isTooOld ? 'retry' : toStoredFailure(failure);
  }
}

/** Fetches the new price after a refusal, so that the traveller can accept it; `fallback` is returned without one. (EXTRA-04, MONEY-31) */
async function resolvePriceFailure(
  deps: Deps,
  booking: Booking,
  plan: OrderPlan,
  fallback: AppError,
): Promise<StoredFailure> {
  try {
    await fetchAgreedPrice(deps, booking, plan);
    return toStoredFailure(fallback);
  } catch (error) {
    const failure = toAppError(error);
    return toStoredFailure(isTransient(failure) ? fallback : failure);
  }
}

const extraCodes: readonly string[] = ['SEAT_UNAVAILABLE', 'BAG_UNAVAILABLE'];

/** Why the traveller's booking failed, with the new total if the provider refused its price or an extra. */
async function describeRefusal(
  deps: Deps,
  booking: Booking,
  plan: OrderPlan,
  { code, message, fields }: Extract<OrderOutcome, { kind: 'refused' }>,
): Promise<StoredFailure> {
  const refusal = new AppError(code, { ...(message ? { message } : {}), ...(fields ? { fields } : {}) });
  if (extraCodes.includes(code)) return resolvePriceFailure(deps, booking, plan, refusal);
  if (code !== 'PRICE_CHANGED') return toStoredFailure(refusal);
  return resolvePriceFailure(deps, booking, plan, new AppError('OFFER_UNAVAILABLE'));
}

/** From `authorised`: rechecks the price, commits `ordering`, creates the order and commits its outcome. */
export async function placeOrder(deps: Deps, booking: Booking): Promise<Booking> {
  const plan = booking.order_plan;
  if (!plan) throw new Error(`booking ${booking.id} has no order plan`);
  const change = await recheckPrice(deps, booking, plan);
  if (change === 'retry') return booking;
  if (change) return rejectBooking(deps, booking, change);

  const ordering = await transitionBooking(deps, booking, 'ordering', {
    patch: { ordering_since: sql`now()` },
  });
  deps.killPoint('before:call:order');
  await renewBookingLease(deps, ordering);
  const owner = { bookingId: booking.id, paymentId: booking.payment_id };
  const outcome = await deps.flightProvider.createOrder(booking.mode, owner, booking.offer_id, plan);
  deps.killPoint('after:call:order');
  if (outcome.kind !== 'refused') reportOfferUsed(deps, booking.offer_id);
  switch (outcome.kind) {
    case 'ordered':
      return recordOrder(deps, ordering, outcome.order).catch(async (error: unknown) => {
        // Another process went on without this outcome, and may have ended the booking.
        if (error instanceof LeaseLostError) await noticeOrder(deps, booking.mode, { bookingId: booking.id });
        throw error;
      });
    case 'unknown':
      deps.log.warn({ err: outcome.cause, booking: booking.id }, 'the outcome of the order is unknown');
      return transitionBooking(deps, ordering, 'pending', {
        patch: { was_pending: true, order_accepted: outcome.isAccepted },
        outboxEvents: [{ kind: 'mail_pending' }],
      });
    case 'refused': {
      deps.log.warn({ err: outcome.cause, booking: booking.id, code: outcome.code }, 'order refused');
      if (outcome.isBalanceInsufficient) await reportInsufficientBalance(deps, booking.mode);
      return rejectBooking(deps, ordering, await describeRefusal(deps, ordering, plan, outcome));
    }
  }
}
