import { randomUUID } from 'node:crypto';
import {
  fromNow,
  isNotLeased,
  isStillLeased,
  keepLeases,
  leaseDue,
  renewLease,
} from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import type { BookingState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { activeStates, statesBeforeOrder, type Booking } from './booking.repository.ts';

export const startLeaseHeartbeat = ({ db, log, config }: Deps, booking: Booking) =>
  keepLeases({ db, log, leaseMs: config.BOOKING_LEASE_MS }, 'bookings', [booking]);

/** Called right before a call that must not be made twice. */
export const renewBookingLease = ({ db, config }: Deps, booking: Booking): Promise<void> =>
  renewLease(db, 'bookings', config.BOOKING_LEASE_MS, booking);

/** Leases a row for a traveller's request; undefined when another process has it or its state has changed. */
export async function leaseBooking(
  { db, config }: Deps,
  id: string,
  state: BookingState,
): Promise<Booking | undefined> {
  return db
    .updateTable('bookings')
    .set({ lease_token: randomUUID(), lease_until: fromNow(config.BOOKING_LEASE_MS) })
    .where('id', '=', id)
    .where('state', '=', state)
    .where(isNotLeased)
    .returningAll()
    .executeTakeFirst();
}

/** Ends the lease of a row in a state that no step leaves. */
export const releaseLease = ({ db }: Deps, booking: Booking) =>
  db.updateTable('bookings').set({ lease_until: null }).where(isStillLeased(booking)).execute();

/**
 * Leases a batch of bookings that are due and not leased, or only the booking with this id. Those without an order are
 * marked `was_pending`, because their request got no final response.
 */
export const leaseDueBookings = ({ db, config }: Deps, id?: string): Promise<Booking[]> =>
  leaseDue<Booking>(db, 'bookings', {
    leaseMs: config.BOOKING_LEASE_MS,
    where: sql`state in (${sql.join(activeStates)}) and ${id === undefined ? sql`true` : sql`id = ${id}`}`,
    set: sql`was_pending = was_pending or state in (${sql.join(statesBeforeOrder)})`,
  });
