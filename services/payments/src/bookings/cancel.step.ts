import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { ProviderCancellation } from '../duffel/flight-provider.ts';
import { closeBookingCases } from '../review-cases/review-case.repository.ts';
import { renewBookingLease } from './booking-lease.repository.ts';
import { transitionBooking, type Booking } from './booking.repository.ts';
import { endLeasedWithOrder } from './cancelled-order.ts';
import { findAcceptedCancellation, type Cancellation } from './cancellation.repository.ts';
import { payRefund } from './pay-refunds.ts';
import { insertRefunds, type Refund } from './refund.repository.ts';

/** Ends the booking as cancelled with a due refund in the same commit, and pays it; a crash in between leaves it to the sweep. */
async function endAsCancelled(
  deps: Deps,
  booking: Booking,
  { id, refund_minor: minor, currency }: Cancellation,
  { credits }: ProviderCancellation,
): Promise<Booking> {
  let refunds: Refund[] = [];
  const cancelled = await transitionBooking(deps, booking, 'cancelled', {
    inTransaction: async (trx) => {
      await trx
        .updateTable('cancellations')
        .set({ confirmed_at: sql`now()`, credits: JSON.stringify(credits) })
        .where('id', '=', id)
        .execute();
      await closeBookingCases(trx, booking.id, ['airline_change'], 'the cancellation');
      refunds = await insertRefunds(trx, deps, booking, { minor, currency }, { cancellation_id: id });
    },
    outboxEvents: [{ kind: 'mail_cancelled' }],
  });
  for (const refund of refunds) if (refund.state === 'due') await payRefund(deps, refund);
  return cancelled;
}

/** From `cancelling`: confirms the accepted cancellation at the airline, unless an earlier call already did. (API-58) */
export async function cancelAtAirline(deps: Deps, booking: Booking): Promise<Booking> {
  const { db, flightProvider, killPoint, log } = deps;
  const cancellation = await findAcceptedCancellation(db, booking.id);
  if (!cancellation) return endWithOrder(deps, booking);
  const before = await flightProvider.getCancellation(booking.mode, cancellation.provider_id);
  if (before.isConfirmed) return endAsCancelled(deps, booking, cancellation, before);
  killPoint('before:call:cancel');
  await renewBookingLease(deps, booking);
  const outcome = await flightProvider.confirmCancellation(booking.mode, cancellation.provider_id);
  killPoint('after:call:cancel');
  if (outcome.kind === 'succeeded')
    return outcome.cancellation.isConfirmed
      ? endAsCancelled(deps, booking, cancellation, outcome.cancellation)
      : booking;

  log.warn({ err: outcome.cause, booking: booking.id }, 'the airline refused the cancellation');
  return endWithOrder(deps, booking, async (trx) => {
    await trx.deleteFrom('cancellations').where('id', '=', cancellation.id).execute();
  });
}

/** Without a cancellation of its own, a booking ends as its order stands: joined after a restored dump, or cancelled elsewhere. */
async function endWithOrder(
  deps: Deps,
  booking: Booking,
  inTransaction?: (trx: Database) => Promise<void>,
): Promise<Booking> {
  const { mode, order_id } = booking;
  const order = order_id ? await deps.flightProvider.getOrder(mode, order_id) : undefined;
  if (order?.isCancelled) return endLeasedWithOrder(deps, booking, order, inTransaction);
  return transitionBooking(deps, booking, 'confirmed', inTransaction && { inTransaction });
}
