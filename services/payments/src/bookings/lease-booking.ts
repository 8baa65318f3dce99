import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { fromNow, createLeaseToken } from '../db/leases.ts';
import type { BookingState } from '../db/tables/bookings.table.ts';
import type { Booking } from './booking.repository.ts';

const renewalsPerLease = 3;

/**
 * Renews the lease while this process works on the row, because an airline call may take two minutes; the row of a killed
 * process is free after one lease. Returns the function that stops the heartbeat.
 */
export function startLeaseHeartbeat({ db, config, log }: Deps, { id, lease_token }: Booking): () => void {
  const renew = () =>
    db
      .updateTable('bookings')
      .set({ lease_until: fromNow(config.BOOKING_LEASE_MS) })
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .where('lease_until', 'is not', null)
      .execute()
      .catch((error: unknown) => log.warn({ err: error, booking: id }, 'lease not renewed'));
  const timer = setInterval(() => void renew(), config.BOOKING_LEASE_MS / renewalsPerLease);
  return () => clearInterval(timer);
}

/** Leases a row for a traveller's request; undefined when another process has it or its state has changed. */
export async function leaseBooking(
  { db, config }: Deps,
  id: string,
  state: BookingState,
): Promise<Booking | undefined> {
  return db
    .updateTable('bookings')
    .set({ lease_token: createLeaseToken(), lease_until: fromNow(config.BOOKING_LEASE_MS) })
    .where('id', '=', id)
    .where('state', '=', state)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst();
}
