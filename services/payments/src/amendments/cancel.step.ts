import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { ProviderCancellation } from '../duffel/flight-provider.ts';
import { closeBookingCases } from '../review-cases/review-case.repository.ts';
import { defineStep } from '../steps/step.ts';
import { transitionBooking, type Booking } from '../bookings/booking.repository.ts';
import { noteOtherFlights } from '../bookings/pending-event.repository.ts';
import { endLeasedWithOrder } from './cancelled-order.ts';
import { findAcceptedCancellation, updateAmendment, type Cancellation } from './amendment.repository.ts';
import { payRefund } from '../refunds/pay-refunds.ts';
import { openStuckCase } from '../bookings/flag-for-review.ts';
import { insertRefunds } from '../refunds/insert-refunds.ts';
import type { Refund } from '../refunds/refund.repository.ts';

/** Ends the booking as cancelled with a due refund in the same commit, and pays it; a crash in between leaves it to the sweep. */
async function endAsCancelled(
  deps: Deps,
  booking: Booking,
  cancellation: Cancellation,
  { credits }: ProviderCancellation,
): Promise<Booking> {
  const { id, refund_minor: minor, currency } = cancellation;
  let refunds: Refund[] = [];
  const cancelled = await transitionBooking(deps, booking, 'cancelled', {
    inTransaction: async (trx) => {
      const ended = { state: 'done', done_at: sql<Date>`now()`, credits: JSON.stringify(credits) } as const;
      await updateAmendment(trx, cancellation, ended);
      await closeBookingCases(trx, booking.id, ['airline_change'], 'the cancellation');
      refunds = await insertRefunds(trx, deps, booking, { minor, currency }, { cancellation_id: id });
    },
    outboxEvents: [{ kind: 'mail_cancelled' }],
  });
  for (const refund of refunds) if (refund.state === 'due') await payRefund(deps, refund);
  return cancelled;
}

/** The accepted cancellation as the airline has it; none where the tables have lost it. */
interface Made {
  cancellation: Cancellation;
  provided: ProviderCancellation;
}

/** From `cancelling`: confirms the accepted cancellation at the airline. (API-58) */
export const cancelStep = defineStep<Booking, Made, { code: string }>({
  name: 'cancel',
  from: ['cancelling'],
  async look({ db, flightProvider }, { id, mode, order_id, called_at }) {
    const cancellation = await findAcceptedCancellation(db, id);
    if (!cancellation) return { kind: 'gone', reason: { code: 'unknown' } };
    const provided = await flightProvider.getCancellation(mode, cancellation.provider_id);
    if (provided.isConfirmed) return { kind: 'done', outcome: { cancellation, provided } };
    const order = called_at && order_id ? await flightProvider.getOrder(mode, order_id) : undefined;
    return order?.isCancelled ? { kind: 'gone', reason: { code: 'cancelled' } } : { kind: 'absent' };
  },
  async call({ db, flightProvider, log }, { id, mode }) {
    const cancellation = await findAcceptedCancellation(db, id);
    if (!cancellation) throw new Error(`booking ${id} has no accepted cancellation`);
    const outcome = await flightProvider.confirmCancellation(mode, cancellation.provider_id);
    if (outcome.kind === 'refused') {
      log.warn({ err: outcome.cause, booking: id }, 'the airline refused the cancellation');
      return { kind: 'refused', reason: { code: outcome.code } };
    }
    const { cancellation: provided } = outcome;
    if (provided.isConfirmed) return { kind: 'done', outcome: { cancellation, provided } };
    return { kind: 'doubt', cause: new Error('the cancellation is not confirmed') };
  },
  settleMs: ({ config }) => config.ORDER_SETTLE_MS,
  absent: 'call',
  record: (deps, booking, { cancellation, provided }) =>
    endAsCancelled(deps, booking, cancellation, provided),
  refuse: (deps, booking) =>
    endWithOrder(deps, booking, async (trx) => {
      await trx
        .updateTable('amendments')
        .set({ state: 'failed', done_at: sql`now()` })
        .where('booking_id', '=', booking.id)
        .where('kind', '=', 'cancellation')
        .where('state', '=', 'agreed')
        .execute();
    }),
  giveUp: (deps, booking, cause) =>
    openStuckCase(
      deps,
      booking,
      'The airline does not confirm a cancellation; it is asked again and again.',
      cause,
    ),
});

/** Without a cancellation of its own, a booking ends as its order stands: joined after a restored dump, or cancelled elsewhere. */
async function endWithOrder(
  deps: Deps,
  booking: Booking,
  inTransaction: (trx: Database) => Promise<void>,
): Promise<Booking> {
  const { mode, order_id } = booking;
  const order = order_id ? await deps.flightProvider.getBookedOrder(mode, order_id) : undefined;
  if (order?.isCancelled) return endLeasedWithOrder(deps, booking, order, inTransaction);
  return transitionBooking(deps, booking, 'confirmed', {
    async inTransaction(trx) {
      await inTransaction(trx);
      if (order) await noteOtherFlights(trx, booking, order);
    },
    outboxEvents: [{ kind: 'mail_cancel_failed', eventId: randomUUID() }],
  });
}
