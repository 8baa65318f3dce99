import { sql } from 'kysely';
import { getLastArrival } from '../bookings/booking-data.ts';
import { transitionBooking, type Booking } from '../bookings/booking.repository.ts';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import { closeBookingCases } from '../review-cases/review-case.repository.ts';
import { defineStep, type Answer, type Look, type Ready } from '../steps/step.ts';
import { getAgreedChange, getOrderId, giveUp, toUnpaid } from './agreed-change.ts';
import { updateAmendment, type StoredChange } from './amendment.repository.ts';
import { hasBoughtBags, hasNewBags } from './bought-bags.ts';
import { applyBags, applyFlightChange } from './change-booking-data.ts';

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
  const order = await flightProvider.getBookedOrder(booking.mode, getOrderId(booking));
  if (order.isCancelled) return { refused: { code: 'cancelled' } };
  if (change.kind === 'flights') return 'now';
  // What the call may have added in another shape must not be added again.
  if (booking.called_at) return hasNewBags(order, change) ? { refused: { code: 'bags_unclear' } } : 'now';
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
  if (outcome.kind === 'succeeded') {
    const shown = await lookForChange(deps, booking);
    return shown.kind === 'done' ? shown : { kind: 'doubt', cause: new Error('the change is not confirmed') };
  }
  log.warn({ err: outcome.cause, booking: booking.id }, 'the airline refused the change');
  return { kind: 'refused', reason: { code: outcome.code } };
}

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

const nothingHappened = 'Nothing was changed or charged.';

/** What the traveller is told of a refusal, by the provider's code. */
const refusals: Record<string, string> = {
  price_changed: `The airline has changed the price. ${nothingHappened} Please choose again.`,
  offer_expired: `The price held too short a time. ${nothingHappened} Please choose again.`,
  expired: `The price held too short a time. ${nothingHappened} Please choose again.`,
  stopped: `The airline does not answer. ${nothingHappened}`,
  cancelled: `The airline has cancelled the booking. ${nothingHappened}`,
  bags_unclear: 'The airline does not say clearly whether it has added these bags. Nothing was charged.',
  bags_exist: `The booking has these bags already. ${nothingHappened}`,
};

const describeRefusal = (code: string): string =>
  refusals[code] ?? `The airline does not take this change. ${nothingHappened}`;

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
        await updateAmendment(trx, change, { made_at: sql`now()` });
        if (data.airline_change?.answered_at)
          await closeBookingCases(trx, booking.id, ['airline_change'], 'a change of the traveller');
      },
    });
  },
  async refuse(deps, booking, { code }) {
    const change = await getAgreedChange(deps, booking);
    return transitionBooking(deps, booking, 'voiding_change', {
      inTransaction: (trx) => updateAmendment(trx, change, { failure: describeRefusal(code) }),
    });
  },
  giveUp,
});
