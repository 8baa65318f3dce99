import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { fromNow, newLease } from '../db/leases.ts';
import type { BookingState } from '../db/tables/bookings.ts';
import { leaseMs, type Booking } from './booking-rows.ts';

/** Takes a row for a step that a traveller asks for; undefined when somebody is at work on it or it moved on. */
export async function leaseBooking(
  { db, config }: Context,
  id: string,
  state: BookingState,
): Promise<Booking | undefined> {
  return db
    .updateTable('bookings')
    .set({ lease_token: newLease(), lease_until: fromNow(leaseMs(config, state)) })
    .where('id', '=', id)
    .where('state', '=', state)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst();
}
