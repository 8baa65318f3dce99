import type { Mode } from '@fareline/contracts';
import { sql } from 'kysely';
import { readNow } from '../db/read-now.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { closeBookingCases, openBookingCase } from '../review-cases/review-case.repository.ts';
import { applyAirlineChange } from './airline-change.ts';
import { getLastArrival } from '../bookings/booking-data.ts';
import { bookedStates, insertOutboxEvents } from '../bookings/booking.repository.ts';
import { isSame } from '../bookings/same-flights.ts';

interface ChangedOrder {
  mode: Mode;
  orderId: string;
  /** Names the change while the airline does not say which it is. */
  eventId: string;
}

/**
 * Reads a changed order, stores its flights, and tells the traveller and the review queue, once for each change. Does nothing for an
 * order without a confirmed booking, which may be another system's. (TRIP-05, REVIEW-01)
 */
export async function recordAirlineChange(
  deps: Deps,
  { mode, orderId, eventId }: ChangedOrder,
): Promise<void> {
  const findBooking = (db: Database) =>
    db
      .selectFrom('bookings')
      .select(['id', 'mode', 'payment_id', 'booking_data', 'last_arrival_at', 'flights_version'])
      .where('mode', '=', mode)
      .where('order_id', '=', orderId)
      .where('state', 'in', bookedStates);
  const before = await findBooking(deps.db).executeTakeFirst();
  if (!before) return;
  // The traveller is told of the change also while the airline does not say which.
  const order = await deps.flightProvider.getBookedOrder(mode, orderId).catch((error: unknown) => {
    deps.log.warn({ err: error, order: orderId }, 'the changed order could not be read');
    return undefined;
  });
  const rows = await deps.db.transaction().execute(async (trx) => {
    const booking = await findBooking(trx).forUpdate().executeTakeFirst();
    if (!booking) return [];
    // The traveller has changed them meanwhile, and the order that was read is the one before.
    if (booking.flights_version !== before.flights_version)
      throw new Error('the flights were changed while the order was read');
    const known = booking.booking_data.airline_change;
    const data = order && applyAirlineChange(booking.booking_data, order, await readNow(trx));
    if (data)
      await trx
        .updateTable('bookings')
        .set({
          booking_data: JSON.stringify(data),
          flights_version: sql`flights_version + 1`,
          // The airline may have issued them again.
          tickets: JSON.stringify(order.tickets),
          last_arrival_at: getLastArrival(data.slices, booking.last_arrival_at),
        })
        .where('id', '=', booking.id)
        .execute();
    const isAnswered = Boolean(data?.airline_change?.answered_at);
    if (isAnswered) await closeBookingCases(trx, booking.id, ['airline_change'], 'the airline');
    const { slices } = booking.booking_data;
    const latestId = order?.airlineChange?.id;
    // Other flights under an id of which the traveller was told are news as well.
    const hasOtherFlights = data !== undefined && !isSame(data.slices, slices);
    const isKnownId = latestId === known?.id;
    const changeId = latestId === undefined || (isKnownId && hasOtherFlights) ? eventId : latestId;
    if (changeId === known?.id) return [];
    const summary = data?.airline_change?.is_cancelled
      ? 'The airline flies none of the flights of a booking.'
      : 'The airline has changed the flights of a booking.';
    if (!isAnswered)
      await openBookingCase(trx, booking, { kind: 'airline_change', subject: changeId, summary });
    return insertOutboxEvents(trx, booking.id, [
      { kind: 'mail_airline_change', eventId: changeId, before: slices },
    ]);
  });
  for (const row of rows) deps.enqueue.outboxEvent(row.id);
}
