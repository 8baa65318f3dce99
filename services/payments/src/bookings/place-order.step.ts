import { AppError } from '@fareline/service-kit/app-error';
import { hasPassed, LeaseLostError } from '@fareline/service-kit/db/leases';
import { toAppError } from '@fareline/service-kit/http/error-handler';
import type { StoredFailure, OrderPlan } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { OrderOutcome, PlacedOrder } from '../duffel/flight-provider.ts';
import { isTransient } from '../idempotency/idempotency-key.repository.ts';
import { reportInsufficientBalance } from '../offers/airline-balance.ts';
import { fetchAgreedPrice } from '../offers/offer-price.ts';
import { reportOfferUsed } from '../offers/used-offer.ts';
import { defineStep, type Answer, type Look, type Ready } from '../steps/step.ts';
import { toStoredFailure } from '../stored-failure.ts';
import { serialiseFailure, transitionBooking, type Booking } from './booking.repository.ts';
import { flagForReview } from './flag-for-review.ts';
import { noticeOrder } from './late-order.ts';
import { readPlan } from './order-plan.ts';
import { insertPendingEvent } from './pending-event.repository.ts';

export const notConfirmedFailure = {
  code: 'BOOKING_REFUSED',
  message: 'The airline did not confirm this booking. Nothing was charged.',
};

const planLostFailure = {
  code: 'BOOKING_REFUSED',
  message: 'We could not complete this booking. Nothing was charged. Please search again.',
};

/** Why there is no order. Without the booking lock the offer request can be booked again. */
interface Refusal {
  failure: StoredFailure;
  keepsLock: boolean;
}

const offerGoneCodes: readonly string[] = ['OFFER_UNAVAILABLE', 'OFFER_EXPIRED', 'DEPARTURE_TOO_CLOSE'];

const toRefusal = (failure: StoredFailure): Refusal => ({
  failure,
  keepsLock: offerGoneCodes.includes(failure.code),
});

/** The offer request was used. (PROVIDER-35) */
const notConfirmed: Refusal = { failure: notConfirmedFailure, keepsLock: true };

/** The passengers' data are destroyed before anything was ordered. (GUARD-14) */
const planLost: Refusal = { failure: planLostFailure, keepsLock: false };

/** Without an order the authorisation is voided. (MONEY-24) */
async function rejectBooking(
  deps: Deps,
  booking: Booking,
  { failure, keepsLock }: Refusal,
): Promise<Booking> {
  if (offerGoneCodes.includes(failure.code)) reportOfferUsed(deps, booking.offer_id);
  return transitionBooking(deps, booking, 'voiding', {
    // Nobody may wait for the answer any more.
    patch: { failure: serialiseFailure(failure), ...(failure === planLostFailure && { was_pending: true }) },
    inTransaction: async (trx) => {
      if (!keepsLock) await trx.deleteFrom('booking_locks').where('booking_id', '=', booking.id).execute();
    },
  });
}

/** Of the passengers' data only the dates stay on which other flights depend. (RULE-01) */
const toPassportExpiries = ({ passengers }: OrderPlan): Record<string, string> =>
  Object.fromEntries(
    passengers.flatMap(({ id, passport_expires_on: expiry }) => (expiry ? [[id, expiry]] : [])),
  );

export const toOrderColumns = (
  { booking_data }: Pick<Booking, 'booking_data'>,
  order: PlacedOrder,
  plan?: OrderPlan,
) => ({
  order_plan: null,
  ...(plan && { passport_expiries: JSON.stringify(toPassportExpiries(plan)) }),
  order_id: order.id,
  booking_reference: order.bookingReference,
  provider_amount: order.amount,
  provider_currency: order.currency,
  booking_data: JSON.stringify({ ...booking_data, booking_reference: order.bookingReference }),
});

/** An event about the order may have come before its id was known, so that of an order that is found later the airline is asked. */
export async function recordOrder(deps: Deps, booking: Booking, order: PlacedOrder): Promise<Booking> {
  const change =
    booking.state === 'authorised'
      ? undefined
      : await deps.flightProvider.findAirlineChange(booking.mode, order.id);
  return transitionBooking(deps, booking, 'ordered', {
    patch: toOrderColumns(booking, order, await readPlan(deps, booking)),
    async inTransaction(trx) {
      if (change) await insertPendingEvent(trx, booking.id, 'changed', change.id);
    },
  });
}

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

/** An order is searched by our booking id only after it was asked for. */
async function look(deps: Deps, booking: Booking): Promise<Look<PlacedOrder, Refusal>> {
  if (booking.state === 'authorised' && !booking.called_at) return { kind: 'absent' };
  const order = await deps.flightProvider.findOrder(booking.mode, booking.id, booking.offer_id);
  deps.killPoint('after:call:find-order');
  if (order && !order.isCancelled) return { kind: 'done', outcome: order };
  return order || booking.order_failed ? { kind: 'gone', reason: notConfirmed } : { kind: 'absent' };
}

async function ready(deps: Deps, booking: Booking): Promise<Ready<Refusal>> {
  const plan = await readPlan(deps, booking);
  if (!plan) return { refused: planLost };
  const change = await recheckPrice(deps, booking, plan);
  if (change === 'retry') return 'later';
  return change ? { refused: toRefusal(change) } : 'now';
}

async function call(deps: Deps, booking: Booking): Promise<Answer<PlacedOrder, Refusal>> {
  const plan = await readPlan(deps, booking);
  if (!plan) return { kind: 'refused', reason: planLost };
  const owner = { bookingId: booking.id, paymentId: booking.payment_id };
  const outcome = await deps.flightProvider.createOrder(booking.mode, owner, booking.offer_id, plan);
  switch (outcome.kind) {
    case 'ordered':
      reportOfferUsed(deps, booking.offer_id);
      return { kind: 'done', outcome: outcome.order };
    case 'unknown':
      return { kind: 'doubt', cause: outcome.cause, isAccepted: outcome.isAccepted };
    case 'refused': {
      deps.log.warn({ err: outcome.cause, booking: booking.id, code: outcome.code }, 'order refused');
      if (outcome.isBalanceInsufficient) await reportInsufficientBalance(deps, booking.mode);
      return { kind: 'refused', reason: toRefusal(await describeRefusal(deps, booking, plan, outcome)) };
    }
  }
}

/**
 * From `authorised`: rechecks the price and creates the order; from `pending`: searches for it. A missing order counts as failed only after
 * the provider's time limit or its failure event. (PROVIDER-34, PROVIDER-35)
 */
export const orderStep = defineStep<Booking, PlacedOrder, Refusal>({
  name: 'order',
  from: ['authorised', 'pending'],
  ...{ ready, look, call },
  settleMs: ({ config }, { call_accepted }) =>
    call_accepted ? config.ORDER_ACCEPTED_SETTLE_MS : config.ORDER_SETTLE_MS,
  absent: { refuse: notConfirmed },
  async doubt(deps, booking) {
    if (booking.state === 'pending') return booking;
    reportOfferUsed(deps, booking.offer_id);
    const { called_at, call_accepted } = booking;
    return transitionBooking(deps, booking, 'pending', {
      patch: { was_pending: true, called_at, call_accepted },
      outboxEvents: [{ kind: 'mail_pending' }],
    });
  },
  record: (deps, booking, order) =>
    recordOrder(deps, booking, order).catch(async (error: unknown) => {
      // Another process went on without this outcome, and may have ended the booking.
      if (error instanceof LeaseLostError) await noticeOrder(deps, booking.mode, { bookingId: booking.id });
      throw error;
    }),
  refuse: rejectBooking,
  giveUp: (deps, booking, cause) => flagForReview(deps, booking, 'the order lookup keeps failing', { cause }),
});
