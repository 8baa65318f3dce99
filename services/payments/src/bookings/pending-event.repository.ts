import { getOpenChange } from '@fareline/contracts';
import type { Database, PendingEventsTable } from '../db/schema.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import { getBooking, type Booking } from './booking.repository.ts';
import { isSame } from './same-flights.ts';

/** Stores what is to be read of an order when the work on its booking ends. (LEDGER-11) */
export async function insertPendingEvent(
  trx: Database,
  bookingId: string,
  kind: PendingEventsTable['kind'],
  eventId: string,
): Promise<void> {
  await trx.insertInto('pending_events').values({ booking_id: bookingId, kind, event_id: eventId }).execute();
}

/** Whether the airline has told something of a booking that is in work. */
export async function hasPendingEvent(
  db: Database,
  bookingId: string,
  kinds: readonly PendingEventsTable['kind'][] = ['cancelled', 'changed'],
): Promise<boolean> {
  const event = await db
    .selectFrom('pending_events')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('kind', 'in', kinds)
    .executeTakeFirst();
  return event !== undefined;
}

/** Notes that an order has other flights than its booking, of which no event has told. */
export async function noteOtherFlights(
  trx: Database,
  booking: Booking,
  { data }: BookedOrder,
): Promise<void> {
  if (!isSame(data.slices, booking.booking_data.slices))
    await insertPendingEvent(
      trx,
      booking.id,
      'changed',
      `order:${booking.order_id}:${booking.flights_version}`,
    );
}

/**
 * Whether the traveller flies as they know: the airline has changed nothing that they are not told of, or have not answered. The booking is
 * read after its events, which are deleted once the booking has what they tell.
 */
export async function isAsTold(db: Database, { id }: Pick<Booking, 'id'>): Promise<boolean> {
  if (await hasPendingEvent(db, id)) return false;
  const { booking_data } = await getBooking(db, id);
  return !getOpenChange(booking_data) && !booking_data.earlier_slices;
}
