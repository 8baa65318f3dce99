import { formatMinor, parseMinor } from '@fareline/contracts';
import { refundedLater } from '@fareline/contracts/promises';
import { formatMinorWithCode } from '@fareline/presentation/formats';
import { sql } from 'kysely';
import {
  cancelledStates,
  changingStates,
  transitionBooking,
  type Booking,
} from '../bookings/booking.repository.ts';
import { noteOtherFlights } from '../bookings/pending-event.repository.ts';
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
import type { BookingState, Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { payRefund } from '../refunds/pay-refunds.ts';
import { insertRefunds } from '../refunds/insert-refunds.ts';
import type { Refund } from '../refunds/refund.repository.ts';
import { openBookingCase } from '../review-cases/review-case.repository.ts';
import { defineStep } from '../steps/step.ts';
import { getAgreedChange, getOrderId, giveUp, toUnpaid } from './agreed-change.ts';
import { updateAmendment, type StoredChange } from './amendment.repository.ts';
import { endLeasedWithOrder } from './cancelled-order.ts';

/** The card was charged although the change was refused, by somebody at the card provider. */
const chargedThough = `The airline does not take this change, and your card was charged for it. ${refundedLater('your card')}`;

/** What the booking costs its traveller after a change. A credit is worth what it says: a cancellation gives it back no second time. */
function addToTotals(
  { booking_data: data, amount_minor, currency }: Booking,
  { charge_minor, refund_minor, advance_minor, credit_minor }: StoredChange,
) {
  const changed = charge_minor - refund_minor - advance_minor - credit_minor;
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
  const summary = `The airline has changed a booking, and the card could not be charged ${formatMinorWithCode(change.charge_minor, change.currency)} for it.`;
  alertOperator(deps, await getPayment(deps.db, change.payment_id ?? booking.payment_id), summary);
  return transitionBooking(deps, booking, await readStateBefore(deps, booking), {
    async inTransaction(trx) {
      await updateAmendment(trx, change, { state: 'unpaid', done_at: sql`now()` });
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

/** A booking whose later bags, which cost nothing on the trip before, are paid. */
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
      await updateAmendment(trx, change, { state: 'done', done_at: sql`now()`, charge_minor, settled_minor });
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
    if (change.payment_id) await recordVoid(deps, change.payment_id, outcome);
    if (change.made_at)
      return endChange(deps, booking, outcome === 'captured' ? await toCharged(deps, change) : change);
    const order = await deps.flightProvider.getBookedOrder(booking.mode, getOrderId(booking));
    const end = (trx: Database) =>
      updateAmendment(trx, change, {
        state: 'failed',
        done_at: sql`now()`,
        ...(outcome === 'captured' && { failure: chargedThough }),
      });
    if (order.isCancelled) return endLeasedWithOrder(deps, booking, order, end);
    return transitionBooking(deps, booking, 'confirmed', {
      async inTransaction(trx) {
        await end(trx);
        await noteOtherFlights(trx, booking, order);
      },
      outboxEvents: [{ kind: 'mail_change_failed', eventId: change.id }],
    });
  },
  refuse: async (_deps, _booking, reason) => reason,
  giveUp,
});
