import { randomUUID } from 'node:crypto';
import { fromNow, isNotLeased, isStillLeased, keepLeases, leaseDue } from '@fareline/service-kit/db/leases';
import { AppError } from '@fareline/service-kit/app-error';
import { sql } from 'kysely';
import type { BookingState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { statesBeforeOrder, type Booking } from './booking.repository.ts';

export const startLeaseHeartbeat = ({ db, log, config }: Deps, booking: Booking) =>
  keepLeases({ db, log, leaseMs: config.BOOKING_LEASE_MS }, 'bookings', [booking]);

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

/** Nothing was done, because another process works on the booking for a moment. */
export const bookingBusyError = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: 'This booking is being worked on, and nothing was changed. Please try again in a few seconds.',
    retryAfterSeconds: 5,
  });

/** Ends the lease of a row in a state that no step leaves. */
export const releaseLease = ({ db }: Deps, booking: Booking) =>
  db.updateTable('bookings').set({ lease_until: null }).where(isStillLeased(booking)).execute();

/**
 * Leases a batch of bookings that are due and not leased, or only the booking with this id. Those without an order are
 * marked `was_pending`, because their request got no final response.
 */
export const leaseDueBookings = (deps: Deps, id?: string): Promise<Booking[]> =>
  leaseDue<Booking>(deps.db, 'bookings', {
    leaseMs: deps.config.BOOKING_LEASE_MS,
    where: sql`state in (${sql.join(deps.activeStates)}) and ${id === undefined ? sql`true` : sql`id = ${id}`}`,
    set: sql`was_pending = was_pending or state in (${sql.join(statesBeforeOrder)})`,
  });
