import { sql } from 'kysely';
import { readNow } from '../db/read-now.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { closeBookingCases } from '../review-cases/review-case.repository.ts';
import { defineStep } from '../steps/step.ts';
import { findAgreedAmendment } from '../amendments/amendment.repository.ts';
import { transitionBooking, type Booking } from '../bookings/booking.repository.ts';
import { openStuckCase } from '../bookings/flag-for-review.ts';

/** The change by the airline that is accepted, and who has agreed. */
async function getAcceptance({ db }: Pick<Deps, 'db'>, { id }: Booking) {
  const acceptance = await findAgreedAmendment(db, id);
  if (acceptance?.kind !== 'acceptance') throw new Error(`booking ${id} accepts nothing`);
  return acceptance;
}

const end = (trx: Database, id: string, state: 'done' | 'failed') =>
  trx
    .updateTable('amendments')
    .set({ state, done_at: sql`now()` })
    .where('id', '=', id)
    .execute();

/** From `accepting`: tells the airline that the traveller takes the flights as it has changed them. (TRIP-05) */
export const acceptStep = defineStep<Booking, Date | null, { code: string }>({
  name: 'accept-change',
  from: ['accepting'],
  async look(deps, booking) {
    const { provider_id } = await getAcceptance(deps, booking);
    const latest = await deps.flightProvider.findAirlineChange(booking.mode, booking.order_id ?? '');
    if (latest?.id !== provider_id) return { kind: 'gone', reason: { code: 'outdated' } };
    return latest.answeredAt ? { kind: 'done', outcome: latest.answeredAt } : { kind: 'absent' };
  },
  async call(deps, booking) {
    const { provider_id } = await getAcceptance(deps, booking);
    const outcome = await deps.flightProvider.acceptAirlineChange(booking.mode, provider_id ?? '');
    if (outcome.kind === 'succeeded') return { kind: 'done', outcome: null };
    deps.log.warn({ err: outcome.cause, booking: booking.id }, 'the airline refused the acceptance');
    return { kind: 'refused', reason: { code: outcome.code } };
  },
  settleMs: ({ config }) => config.ORDER_SETTLE_MS,
  absent: 'call',
  async record(deps, booking, answeredAt) {
    const { id, agreed_by } = await getAcceptance(deps, booking);
    const at = (answeredAt ?? (await readNow(deps.db))).toISOString();
    return transitionBooking(deps, booking, 'confirmed', {
      patch: {
        booking_data: sql`jsonb_set(booking_data, '{airline_change,answered_at}', to_jsonb(${at}::text))`,
      },
      async inTransaction(trx) {
        await end(trx, id, 'done');
        await closeBookingCases(trx, booking.id, ['airline_change'], agreed_by ?? '');
      },
    });
  },
  async refuse(deps, booking) {
    const { id, provider_id } = await getAcceptance(deps, booking);
    return transitionBooking(deps, booking, 'confirmed', {
      async inTransaction(trx) {
        await end(trx, id, 'failed');
        // The order is read again: there may be another change by the airline.
        const event = { booking_id: booking.id, kind: 'changed', event_id: provider_id ?? '' } as const;
        await trx.insertInto('pending_events').values(event).execute();
      },
    });
  },
  giveUp: (deps, booking, cause) =>
    openStuckCase(
      deps,
      booking,
      'The airline does not take the acceptance of its change; it is told again and again.',
      cause,
    ),
});
