import { formatMinor, parseMinor } from '@fareline/contracts';
import { hasPassed, LeaseLostError } from '@fareline/service-kit/db/leases';
import { sql, type UpdateObject } from 'kysely';
import { getPayment } from '../cards/payment.repository.ts';
import { alertOperator, capturePayment, voidPayment } from '../cards/payment-steps.ts';
import { readNow } from '../db/read-now.ts';
import type { Database, Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import { closeBookingCases, openBookingCase } from '../review-cases/review-case.repository.ts';
import { findAgreedChange, type StoredChange } from './booking-change.repository.ts';
import { getLastArrival } from './booking-data.ts';
import { renewBookingLease } from './booking-lease.repository.ts';
import { isRetryPeriodOver, transitionBooking, type Booking } from './booking.repository.ts';
import { applyBags, applyFlightChange } from './change-booking-data.ts';
import { payRefund } from './pay-refunds.ts';
import { insertRefunds, type Refund } from './refund.repository.ts';

const getOrderId = ({ id, order_id }: Booking): string => {
  if (!order_id) throw new Error(`booking ${id} has no order`);
  return order_id;
};

/** Whether the airline has made the change already, by a call whose answer was lost. */
async function isMade({ flightProvider }: Deps, booking: Booking, change: StoredChange): Promise<boolean> {
  if (change.provider_id)
    return (await flightProvider.getOrderChange(booking.mode, change.provider_id)).isConfirmed;
  const order = await flightProvider.getOrder(booking.mode, getOrderId(booking));
  const minor = parseMinor(order.amount, change.currency);
  const before = parseMinor(change.order_amount, change.currency);
  const added = parseMinor(change.provider_amount, change.currency);
  if (minor === before) return false;
  if (before !== undefined && added !== undefined && minor === before + added) return true;
  throw new Error('the order has neither the total before the bags nor that with them');
}

/** Bags that are asked for again while a call without an answer may still add them are added twice. */
const canBeUnderWay = async ({ db, config }: Deps, { kind, called_at }: StoredChange): Promise<boolean> =>
  kind === 'bags' && called_at !== null && !(await hasPassed(db, config.ORDER_SETTLE_MS, called_at));

const sendChange = ({ flightProvider }: Deps, booking: Booking, change: StoredChange) => {
  const { provider_id: id, provider_amount: amount, currency, content } = change;
  return id
    ? flightProvider.confirmOrderChange(booking.mode, { id, amount, currency })
    : flightProvider.addBags(booking.mode, getOrderId(booking), content.services, { amount, currency });
};

/**
 * Retries without end, because the airline may have made the change and a payment may be authorised for it, and puts it into the review queue
 * after GIVE_UP_AFTER_MS.
 */
async function tellOperator(deps: Deps, booking: Booking, error: unknown): Promise<never> {
  if (!(error instanceof LeaseLostError) && (await isRetryPeriodOver(deps, booking))) {
    const summary = 'A change of a booking cannot be brought to its end; it is tried again and again.';
    if (await openBookingCase(deps.db, booking, { kind: 'booking', summary }))
      alertOperator(deps, await getPayment(deps.db, booking.payment_id), 'a change is not settled', error);
  }
  throw error;
}

function changeData(booking: Booking, change: StoredChange, order: BookedOrder, now: Date) {
  const { booking_data: data, last_arrival_at: lastArrival } = booking;
  if (change.kind === 'bags') return { data: applyBags(data, change.content), lastArrival };
  const changed = applyFlightChange(data, order, change.content.removed, now);
  const isKnown = changed.slices.some(({ arrival_time }) => arrival_time);
  return {
    data: changed,
    lastArrival: getLastArrival(changed.slices, isKnown ? new Date(0) : lastArrival),
  };
}

/** From `changing`: makes the agreed change at the airline, unless an earlier call already did. (TRIP-03, TRIP-04) */
export async function changeAtAirline(deps: Deps, booking: Booking): Promise<Booking> {
  const { db, flightProvider, killPoint, log } = deps;
  const change = await findAgreedChange(db, booking);
  if (!change) return transitionBooking(deps, booking, 'confirmed');
  try {
    if (!(await isMade(deps, booking, change))) {
      if (await canBeUnderWay(deps, change)) return booking;
      killPoint('before:call:change');
      await updateChange(db, change, { called_at: sql`clock_timestamp()` });
      await renewBookingLease(deps, booking);
      const outcome = await sendChange(deps, booking, change);
      killPoint('after:call:change');
      // A change is refused also when it was made by a call whose answer was lost.
      if (outcome.kind === 'refused' && !(await isMade(deps, booking, change))) {
        log.warn({ err: outcome.cause, booking: booking.id }, 'the airline refused the change');
        const patch = { failure: describeRefusal(outcome.code) };
        return await transitionBooking(deps, booking, 'voiding_change', {
          inTransaction: (trx) => updateChange(trx, change, patch),
        });
      }
    }
    const order = await flightProvider.getBookedOrder(booking.mode, getOrderId(booking));
    const { data, lastArrival } = changeData(booking, change, order, await readNow(db));
    return await transitionBooking(deps, booking, 'charging_change', {
      patch: {
        booking_data: JSON.stringify(data),
        flights_version: sql`flights_version + 1`,
        tickets: JSON.stringify(order.tickets),
        provider_amount: order.amount,
        last_arrival_at: lastArrival,
      },
      async inTransaction(trx) {
        await updateChange(trx, change, { state: 'made', made_at: sql`now()` });
        if (data.airline_change?.answered_at)
          await closeBookingCases(trx, booking.id, ['airline_change'], 'a change of the traveller');
      },
    });
  } catch (error) {
    return tellOperator(deps, booking, error);
  }
}

const nothingHappened = 'Nothing was changed or charged.';

/** What the traveller is told of a refusal, by the provider's code. */
const refusals: Record<string, string> = {
  price_changed: `The airline has changed the price. ${nothingHappened} Please choose again.`,
  offer_expired: `The price held too short a time. ${nothingHappened} Please choose again.`,
  expired: `The price held too short a time. ${nothingHappened} Please choose again.`,
};

const describeRefusal = (code: string): string =>
  refusals[code] ?? `The airline does not take this change. ${nothingHappened}`;

const updateChange = async (
  trx: Database,
  { id }: StoredChange,
  patch: UpdateObject<Tables, 'booking_changes'>,
): Promise<void> => {
  await trx.updateTable('booking_changes').set(patch).where('id', '=', id).execute();
};

/** What the booking costs its traveller after a change. A credit is worth what it says: a cancellation gives it back no second time. */
function addToTotals(
  { booking_data: data, amount_minor, currency }: Booking,
  { charge_minor, refund_minor, credit_minor }: StoredChange,
) {
  const changed = charge_minor - refund_minor - credit_minor;
  const total = (parseMinor(data.total_amount, currency) ?? 0) + changed;
  return {
    amount_minor: amount_minor + changed,
    booking_data: JSON.stringify({ ...data, total_amount: formatMinor(total, currency) }),
  };
}

/**
 * From `charging_change`: captures what the change costs, or refunds what it brings, and ends the change. A card that cannot be charged
 * leaves it to a person, because the airline has made the change.
 */
export async function chargeChange(deps: Deps, booking: Booking): Promise<Booking> {
  const change = await findAgreedChange(deps.db, booking);
  if (!change) return transitionBooking(deps, booking, 'confirmed');
  try {
    if (change.payment_id && !(await chargeCard(deps, booking, change.payment_id)))
      return await leaveUnpaid(deps, booking, change);
    return await endChange(deps, booking, change);
  } catch (error) {
    return tellOperator(deps, booking, error);
  }
}

/** Whether a payment is captured. One that cannot be is voided, because a person then asks for the amount in another way. */
async function chargeCard(deps: Deps, booking: Booking, paymentId: string): Promise<boolean> {
  const fence = () => renewBookingLease(deps, booking);
  let payment = await getPayment(deps.db, paymentId);
  if (payment.state !== 'voiding' && payment.state !== 'voided') {
    const { failure, payment: tried } = await capturePayment(deps, payment, booking.attempts, fence);
    if (failure === undefined) return true;
    deps.log.error({ err: failure, booking: booking.id }, 'the card cannot be charged for a change');
    payment = tried;
  }
  return (await voidPayment(deps, payment, booking.attempts, fence)).state === 'captured';
}

async function leaveUnpaid(deps: Deps, booking: Booking, change: StoredChange) {
  const summary = `The airline has changed a booking, and the card could not be charged ${formatMinor(change.charge_minor, change.currency)} ${change.currency} for it.`;
  alertOperator(deps, await getPayment(deps.db, change.payment_id ?? booking.payment_id), summary);
  return transitionBooking(deps, booking, 'confirmed', {
    async inTransaction(trx) {
      await updateChange(trx, change, { state: 'unpaid', done_at: sql`now()` });
      await openBookingCase(trx, booking, { kind: 'booking', summary });
    },
  });
}

async function endChange(deps: Deps, booking: Booking, change: StoredChange): Promise<Booking> {
  const { currency, refund_minor: minor } = change;
  let refunds: Refund[] = [];
  const ended = await transitionBooking(deps, booking, 'confirmed', {
    patch: addToTotals(booking, change),
    async inTransaction(trx) {
      await updateChange(trx, change, { state: 'done', done_at: sql`now()` });
      if (minor > 0)
        refunds = await insertRefunds(trx, deps, booking, { minor, currency }, { change_id: change.id });
    },
    outboxEvents: [{ kind: 'mail_changed', eventId: change.id }],
  });
  for (const refund of refunds) if (refund.state === 'due') await payRefund(deps, refund);
  return ended;
}

/** From `voiding_change`: voids the payment after the airline has refused the change; the booking stays as it was. */
export async function voidChange(deps: Deps, booking: Booking): Promise<Booking> {
  const change = await findAgreedChange(deps.db, booking);
  if (!change) return transitionBooking(deps, booking, 'confirmed');
  try {
    if (change.payment_id)
      await voidPayment(deps, await getPayment(deps.db, change.payment_id), booking.attempts, () =>
        renewBookingLease(deps, booking),
      );
    return await transitionBooking(deps, booking, 'confirmed', {
      inTransaction: (trx) => updateChange(trx, change, { state: 'failed', done_at: sql`now()` }),
      outboxEvents: [{ kind: 'mail_change_failed', eventId: change.id }],
    });
  } catch (error) {
    return tellOperator(deps, booking, error);
  }
}
