import { formatMinor, parseMinor } from '@fareline/contracts';
import { refundedLater } from '@fareline/contracts/promises';
import { sql, type UpdateObject } from 'kysely';
import { getPayment } from '../cards/payment.repository.ts';
import {
  alertOperator,
  callCapture,
  callVoid,
  lookForCapture,
  lookForVoid,
  recordCapture,
  recordVoid,
  type CardRefusal,
} from '../cards/payment-steps.ts';
import { readNow } from '../db/read-now.ts';
import type { BookingState, ChangeContent, Database, Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import { closeBookingCases, openBookingCase } from '../review-cases/review-case.repository.ts';
import { defineStep, type Answer, type Look, type Ready } from '../steps/step.ts';
import { hasBoughtBags } from './bought-bags.ts';
import { findAgreedChange, type StoredChange } from './amendment.repository.ts';
import { getLastArrival } from '../bookings/booking-data.ts';
import {
  cancelledStates,
  changingStates,
  transitionBooking,
  type Booking,
} from '../bookings/booking.repository.ts';
import { endLeasedWithOrder } from './cancelled-order.ts';
import { applyBags, applyFlightChange } from './change-booking-data.ts';
import { openStuckCase } from '../bookings/flag-for-review.ts';
import { payRefund } from '../refunds/pay-refunds.ts';
import { insertRefunds, type Refund } from '../refunds/refund.repository.ts';

const getOrderId = ({ id, order_id }: Booking): string => {
  if (!order_id) throw new Error(`booking ${id} has no order`);
  return order_id;
};

async function getAgreedChange({ db }: Deps, booking: Booking): Promise<StoredChange> {
  const change = await findAgreedChange(db, booking);
  if (!change) throw new Error(`booking ${booking.id} has no agreed change`);
  return change;
}

const stuckSummary = 'A change of a booking cannot be brought to its end; it is tried again and again.';
const giveUp = (deps: Deps, booking: Booking, cause: unknown) =>
  openStuckCase(deps, booking, stuckSummary, cause);

/** The provider's code of a refusal. */
interface Refusal {
  code: string;
}

/** A change of flights has a state of its own at the airline; bags are recognised in the order. (LEDGER-17) */
async function lookForChange(deps: Deps, booking: Booking): Promise<Look<BookedOrder, Refusal>> {
  const { mode } = booking;
  const { flightProvider } = deps;
  const change = await getAgreedChange(deps, booking);
  const readOrder = () => flightProvider.getBookedOrder(mode, getOrderId(booking));
  if (change.provider_id) {
    const { isConfirmed } = await flightProvider.getOrderChange(mode, change.provider_id);
    return isConfirmed ? { kind: 'done', outcome: await readOrder() } : { kind: 'absent' };
  }
  // Before they were asked for, the bags of the order are those of somebody else.
  if (!booking.called_at) return { kind: 'absent' };
  const order = await readOrder();
  return hasBoughtBags(order, booking, change) ? { kind: 'done', outcome: order } : { kind: 'absent' };
}

/** The order may have been cancelled, or have got the same bags, since the agreement. */
async function readyForChange(deps: Deps, booking: Booking): Promise<Ready<Refusal>> {
  const { flightProvider } = deps;
  const change = await getAgreedChange(deps, booking);
  const { isCancelled } = await flightProvider.getOrder(booking.mode, getOrderId(booking));
  if (isCancelled) return { refused: { code: 'cancelled' } };
  if (change.kind === 'flights' || booking.called_at) return 'now';
  const order = await flightProvider.getBookedOrder(booking.mode, getOrderId(booking));
  return hasBoughtBags(order, booking, change) ? { refused: { code: 'bags_exist' } } : 'now';
}

async function callChange(deps: Deps, booking: Booking): Promise<Answer<BookedOrder, Refusal>> {
  const { flightProvider, log } = deps;
  const { mode } = booking;
  const change = await getAgreedChange(deps, booking);
  const { provider_id: id, provider_amount: amount, currency, content } = change;
  const outcome = id
    ? await flightProvider.confirmOrderChange(mode, { id, amount, currency })
    : await flightProvider.addBags(mode, getOrderId(booking), content.services, { amount, currency });
  if (outcome.kind === 'succeeded')
    return { kind: 'done', outcome: await flightProvider.getBookedOrder(mode, getOrderId(booking)) };
  log.warn({ err: outcome.cause, booking: booking.id }, 'the airline refused the change');
  return { kind: 'refused', reason: { code: outcome.code } };
}

/** Bags as the trip has them before they are paid. */
const toUnpaid = ({ bags }: Pick<ChangeContent, 'bags'>, currency: string) => ({
  bags: bags.map((bag) => ({ ...bag, amount: formatMinor(0, currency) })),
});

function changeData(booking: Booking, change: StoredChange, order: BookedOrder, now: Date) {
  const { booking_data: data, last_arrival_at: lastArrival } = booking;
  if (change.kind === 'bags')
    return { data: applyBags(data, toUnpaid(change.content, change.currency)), lastArrival };
  const changed = applyFlightChange(data, order, change.content.removed, now);
  const isKnown = changed.slices.some(({ arrival_time }) => arrival_time);
  return {
    data: changed,
    lastArrival: getLastArrival(changed.slices, isKnown ? new Date(0) : lastArrival),
  };
}

/** From `changing`: makes the agreed change at the airline. (TRIP-03, TRIP-04) */
export const changeStep = defineStep<Booking, BookedOrder, Refusal>({
  name: 'change',
  from: ['changing'],
  ...{ look: lookForChange, ready: readyForChange, call: callChange },
  settleMs: ({ config }) => config.ORDER_SETTLE_MS,
  absent: 'call',
  async record(deps, booking, order) {
    const change = await getAgreedChange(deps, booking);
    const { data, lastArrival } = changeData(booking, change, order, await readNow(deps.db));
    return transitionBooking(deps, booking, 'charging_change', {
      patch: {
        booking_data: JSON.stringify(data),
        flights_version: sql`flights_version + 1`,
        tickets: JSON.stringify(order.tickets),
        provider_amount: order.amount,
        last_arrival_at: lastArrival,
      },
      async inTransaction(trx) {
        await updateChange(trx, change, { made_at: sql`now()` });
        if (data.airline_change?.answered_at)
          await closeBookingCases(trx, booking.id, ['airline_change'], 'a change of the traveller');
      },
    });
  },
  async refuse(deps, booking, { code }) {
    const change = await getAgreedChange(deps, booking);
    return transitionBooking(deps, booking, 'voiding_change', {
      inTransaction: (trx) => updateChange(trx, change, { failure: describeRefusal(code) }),
    });
  },
  giveUp,
});

const nothingHappened = 'Nothing was changed or charged.';

/** What the traveller is told of a refusal, by the provider's code. */
const refusals: Record<string, string> = {
  price_changed: `The airline has changed the price. ${nothingHappened} Please choose again.`,
  offer_expired: `The price held too short a time. ${nothingHappened} Please choose again.`,
  expired: `The price held too short a time. ${nothingHappened} Please choose again.`,
  stopped: `The airline does not answer. ${nothingHappened}`,
  cancelled: `The airline has cancelled the booking. ${nothingHappened}`,
  bags_exist: `The booking has these bags already. ${nothingHappened}`,
};

/** The card was charged although the change was refused, by somebody at the card provider. */
const chargedThough = `The airline does not take this change, and your card was charged for it. ${refundedLater('your card')}`;

const describeRefusal = (code: string): string =>
  refusals[code] ?? `The airline does not take this change. ${nothingHappened}`;

const updateChange = async (
  trx: Database,
  { id }: StoredChange,
  patch: UpdateObject<Tables, 'amendments'>,
): Promise<void> => {
  await trx.updateTable('amendments').set(patch).where('id', '=', id).execute();
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
 * leaves it to a person, because the airline has made the change. (LEDGER-15)
 */
export const chargeChangeStep = defineStep<Booking, undefined, CardRefusal>({
  name: 'capture',
  from: ['charging_change'],
  async look(deps, booking) {
    const { payment_id: paymentId } = await getAgreedChange(deps, booking);
    return paymentId ? lookForCapture(deps, paymentId) : { kind: 'done', outcome: undefined };
  },
  async call(deps, booking) {
    const { payment_id: paymentId } = await getAgreedChange(deps, booking);
    return callCapture(deps, paymentId ?? '');
  },
  settleMs: () => 0,
  absent: 'call',
  async record(deps, booking) {
    const change = await getAgreedChange(deps, booking);
    if (change.payment_id) await recordCapture(deps, change.payment_id);
    return endChange(deps, booking, change);
  },
  async refuse(deps, booking, { message, isLost }) {
    deps.log.error({ err: message, booking: booking.id }, 'the card cannot be charged for a change');
    const change = await getAgreedChange(deps, booking);
    if (isLost && change.payment_id) await recordVoid(deps, change.payment_id, 'voided');
    return leaveUnpaid(deps, booking, change);
  },
  giveUp,
});

/** The traveller is told in the same commit, because they fly as changed. (LEDGER-15) */
async function leaveUnpaid(deps: Deps, booking: Booking, change: StoredChange) {
  const summary = `The airline has changed a booking, and the card could not be charged ${formatMinor(change.charge_minor, change.currency)} ${change.currency} for it.`;
  alertOperator(deps, await getPayment(deps.db, change.payment_id ?? booking.payment_id), summary);
  return transitionBooking(deps, booking, await readStateBefore(deps, booking), {
    async inTransaction(trx) {
      await updateChange(trx, change, { state: 'unpaid', done_at: sql`now()` });
      await openBookingCase(trx, booking, { kind: 'booking', subject: change.id, summary });
    },
    outboxEvents: [{ kind: 'mail_change_unpaid', eventId: change.id }],
  });
}

/** A change whose price was waived or settled, but that somebody has charged at the card provider meanwhile. */
const toCharged = async ({ db }: Deps, change: StoredChange): Promise<StoredChange> => ({
  ...change,
  charge_minor: (await getPayment(db, change.payment_id ?? '')).amount_minor,
  settled_minor: null,
});

/** Later bags cost nothing on the trip until they are paid. */
const priceBags = (booking: Booking, { content, currency }: StoredChange): Booking => {
  const unpaid = toUnpaid(content, currency).bags.map((bag) => JSON.stringify(bag));
  const bags = booking.booking_data.bags.map(
    (bag) => content.bags[unpaid.indexOf(JSON.stringify(bag))] ?? bag,
  );
  return { ...booking, booking_data: { ...booking.booking_data, bags } };
};

/** The state in which the booking was before the work on its change: a trip may be over, or cancelled, before support decides. */
async function readStateBefore({ db }: Deps, { id }: Booking): Promise<BookingState> {
  const steps = await db
    .selectFrom('booking_steps')
    .select('state')
    .where('booking_id', '=', id)
    .orderBy('id')
    .execute();
  return steps.findLast(({ state }) => !changingStates.includes(state))?.state ?? 'confirmed';
}

async function endChange(deps: Deps, booking: Booking, change: StoredChange): Promise<Booking> {
  const { currency, refund_minor: minor, charge_minor, settled_minor } = change;
  let refunds: Refund[] = [];
  const state = await readStateBefore(deps, booking);
  const isCancelled = cancelledStates.includes(state);
  const isPaid = settled_minor === null;
  const ended = await transitionBooking(deps, booking, state, {
    patch: addToTotals(isPaid ? priceBags(booking, change) : booking, change),
    async inTransaction(trx) {
      await updateChange(trx, change, { state: 'done', done_at: sql`now()`, charge_minor, settled_minor });
      if (minor > 0)
        refunds = await insertRefunds(trx, deps, booking, { minor, currency }, { change_id: change.id });
    },
    outboxEvents: isCancelled ? [] : [{ kind: 'mail_changed', eventId: change.id }],
  });
  for (const refund of refunds) if (refund.state === 'due') await payRefund(deps, refund);
  return ended;
}

/**
 * From `voiding_change`: voids the payment after the airline has refused the change, or support has waived or settled its price. A booking
 * that is not changed stays as it was, unless the airline has cancelled it meanwhile. (LEDGER-11, LEDGER-15)
 */
export const voidChangeStep = defineStep<Booking, 'voided' | 'captured', never>({
  name: 'void',
  from: ['voiding_change'],
  async look(deps, booking) {
    const { payment_id: paymentId } = await getAgreedChange(deps, booking);
    return paymentId ? lookForVoid(deps, paymentId) : { kind: 'done', outcome: 'voided' };
  },
  async call(deps, booking) {
    const { payment_id: paymentId } = await getAgreedChange(deps, booking);
    return callVoid(deps, paymentId ?? '');
  },
  settleMs: () => 0,
  absent: 'call',
  async record(deps, booking, outcome) {
    const change = await getAgreedChange(deps, booking);
    const order = await deps.flightProvider.getOrder(booking.mode, getOrderId(booking));
    if (change.payment_id) await recordVoid(deps, change.payment_id, outcome);
    if (change.made_at)
      return endChange(deps, booking, outcome === 'captured' ? await toCharged(deps, change) : change);
    const end = (trx: Database) =>
      updateChange(trx, change, {
        state: 'failed',
        done_at: sql`now()`,
        ...(outcome === 'captured' && { failure: chargedThough }),
      });
    if (order.isCancelled) return endLeasedWithOrder(deps, booking, order, end);
    return transitionBooking(deps, booking, 'confirmed', {
      inTransaction: end,
      outboxEvents: [{ kind: 'mail_change_failed', eventId: change.id }],
    });
  },
  refuse: async (_deps, _booking, reason) => reason,
  giveUp,
});
