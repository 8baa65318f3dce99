import { randomUUID } from 'node:crypto';
import { fromNow, isNotLeased, keepLeases, leaseDue, LeaseLostError } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import type { BookingState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Booking } from './booking.repository.ts';

const statesBeforeOrder: readonly BookingState[] = ['authorised', 'ordering', 'pending'];
export const activeStates: readonly BookingState[] = [
  ...statesBeforeOrder,
  'ordered',
  'capturing',
  'releasing',
  'voiding',
  'cancelling',
  'refunding',
];

/** Renews the lease of a booking while this process works on it. */
export const startLeaseHeartbeat = ({ db, log, config }: Deps, booking: Booking) =>
  keepLeases({ db, log, leaseMs: config.BOOKING_LEASE_MS }, 'bookings', [booking]);

/**
 * Called right before a call that must not be made twice: a process that stalled since its last commit stops here, because another
 * one has taken the row. Throws LeaseLostError. (REVIEW-05)
 */
export async function renewLease({ db, config }: Deps, { id, state, lease_token }: Booking): Promise<void> {
  const row = await db
    .updateTable('bookings')
    .set({ lease_until: fromNow(config.BOOKING_LEASE_MS) })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('lease_token', '=', lease_token)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new LeaseLostError(`booking ${id} is no longer leased in ${state}`);
}

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
export async function releaseLease({ db }: Deps, { id, state, lease_token }: Booking): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ lease_until: null })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('lease_token', '=', lease_token)
    .execute();
}

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
