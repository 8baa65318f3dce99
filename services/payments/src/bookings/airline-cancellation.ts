import type { Mode } from '@fareline/contracts';
import { isNotLeased } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import type { BookingState, Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { openBookingCase } from '../review-cases/review-case.repository.ts';
import { insertOutboxEvents, type Booking } from './booking.repository.ts';

/** States that end when the airline cancels the order. */
const bookedStates: readonly BookingState[] = ['confirmed', 'completed'];

/** The case in which a person pays back what the traveller is owed; one for each order, however often it is told. */
export const openAirlineCancellationCase = (
  trx: Database,
  booking: Pick<Booking, 'id' | 'mode' | 'payment_id' | 'order_id'>,
): Promise<boolean> =>
  openBookingCase(trx, booking, {
    ...{ kind: 'airline_change', subject: booking.order_id ?? booking.id },
    summary: 'The airline has cancelled the flights of a booking. Refund what the traveller is owed.',
  });

/**
 * Ends a booking whose order is cancelled at the airline, though not by us, tells the traveller once and queues the refund. Does nothing
 * unless the airline says so now. Returns whether the booking has ended so, also earlier. (LEDGER-02)
 */
export async function endAsCancelledByAirline(deps: Deps, mode: Mode, orderId: string): Promise<boolean> {
  const booking = await deps.db
    .selectFrom('bookings')
    .select(['id', 'state'])
    .where('mode', '=', mode)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (booking?.state === 'cancelled_by_airline') return true;
  if (!booking || !bookedStates.includes(booking.state)) return false;
  const order = await deps.flightProvider.getOrder(mode, orderId);
  if (!order.isCancelled) return false;
  const rows = await deps.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('bookings')
      .set({ state: 'cancelled_by_airline', state_since: sql`now()` })
      .where('id', '=', booking.id)
      .where('state', 'in', bookedStates)
      .where(isNotLeased)
      .returning(['id', 'mode', 'payment_id', 'order_id'])
      .executeTakeFirst();
    if (!ended) return undefined;
    await trx
      .insertInto('booking_steps')
      .values({ booking_id: ended.id, state: 'cancelled_by_airline' })
      .execute();
    await openAirlineCancellationCase(trx, ended);
    return insertOutboxEvents(trx, ended.id, [{ kind: 'mail_airline_cancelled' }]);
  });
  for (const row of rows ?? []) deps.enqueue.outboxEvent(row.id);
  return rows !== undefined;
}
