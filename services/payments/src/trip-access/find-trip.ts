import { getPlainName } from '@fareline/contracts/schemas';
import { sql } from 'kysely';
import { failedStates, type Booking } from '../bookings/booking.repository.ts';
import type { Database, TripSearch } from '../db/schema.ts';

/** A reference without spaces and case. */
export const toPlainReference = (reference: string): string => reference.replaceAll(/\s/g, '').toUpperCase();

/** What a search is counted for, however it is written. */
export const describeTripSearch = ({ reference, lastName, brand }: TripSearch): string =>
  [brand, toPlainReference(reference), getPlainName(lastName)].join(' ');

/** The reference that travellers see: the airline's, else the beginning of the order's id. It has an index. (CONFIRM-03) */
export const shownReference = sql<string>`upper(coalesce(booking_reference, left(regexp_replace(order_id, '^ord_0{0,4}', ''), 8)))`;

/**
 * The newest booking of the brand with that reference, of which a passenger has that last name. Airlines use references again, so that
 * there may be several. (TRIP-06)
 */
export async function findTrip(
  db: Database,
  { reference, lastName, brand }: TripSearch,
): Promise<Booking | undefined> {
  const plainName = getPlainName(lastName);
  const bookings = await db
    .selectFrom('bookings')
    .selectAll()
    .where(shownReference, '=', toPlainReference(reference))
    .where('brand', '=', brand)
    .where('state', 'not in', failedStates)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();
  return bookings.find(({ booking_data: { passengers } }) =>
    passengers.some(({ family_name }) => getPlainName(family_name) === plainName),
  );
}
