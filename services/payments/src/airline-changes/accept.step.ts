import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { closeBookingCases } from '../review-cases/review-case.repository.ts';
import { defineStep, type Look } from '../steps/step.ts';
import { findAgreedAmendment, updateAmendment } from '../amendments/amendment.repository.ts';
import { transitionBooking, type Booking } from '../bookings/booking.repository.ts';
import { insertPendingEvent } from '../bookings/pending-event.repository.ts';
import { openStuckCase } from '../bookings/flag-for-review.ts';

/** The change by the airline that is accepted, and who has agreed. */
async function getAcceptance({ db }: Pick<Deps, 'db'>, { id }: Booking) {
  const acceptance = await findAgreedAmendment(db, id);
  if (acceptance?.kind !== 'acceptance') throw new Error(`booking ${id} accepts nothing`);
  return acceptance;
}

async function look(deps: Deps, booking: Booking): Promise<Look<Date, { code: string }>> {
  const { provider_id } = await getAcceptance(deps, booking);
  const latest = await deps.flightProvider.findAirlineChange(booking.mode, booking.order_id ?? '');
  if (latest?.id !== provider_id) return { kind: 'gone', reason: { code: 'outdated' } };
  return latest.answeredAt ? { kind: 'done', outcome: latest.answeredAt } : { kind: 'absent' };
}

/** From `accepting`: tells the airline that the traveller takes the flights as it has changed them. (TRIP-05) */
export const acceptStep = defineStep<Booking, Date, { code: string }>({
  name: 'accept-change',
  from: ['accepting'],
  look,
  async call(deps, booking) {
    const { provider_id } = await getAcceptance(deps, booking);
    const outcome = await deps.flightProvider.acceptAirlineChange(booking.mode, provider_id ?? '');
    if (outcome.kind === 'succeeded') {
      const shown = await look(deps, booking);
      return shown.kind === 'done'
        ? shown
        : { kind: 'doubt', cause: new Error('the change is not answered') };
    }
    deps.log.warn({ err: outcome.cause, booking: booking.id }, 'the airline refused the acceptance');
    return { kind: 'refused', reason: { code: outcome.code } };
  },
  settleMs: ({ config }) => config.ORDER_SETTLE_MS,
  absent: 'call',
  async record(deps, booking, answeredAt) {
    const acceptance = await getAcceptance(deps, booking);
    const at = answeredAt.toISOString();
    return transitionBooking(deps, booking, 'confirmed', {
      patch: {
        booking_data: sql`jsonb_set(booking_data, '{airline_change,answered_at}', to_jsonb(${at}::text))`,
      },
      async inTransaction(trx) {
        await updateAmendment(trx, acceptance, { state: 'done', done_at: sql`now()` });
        await closeBookingCases(trx, booking.id, ['airline_change'], acceptance.agreed_by ?? '');
      },
    });
  },
  async refuse(deps, booking) {
    const acceptance = await getAcceptance(deps, booking);
    return transitionBooking(deps, booking, 'confirmed', {
      async inTransaction(trx) {
        await updateAmendment(trx, acceptance, { state: 'failed', done_at: sql`now()` });
        // The order is read again: there may be another change by the airline.
        await insertPendingEvent(trx, booking.id, 'changed', acceptance.provider_id ?? '');
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
