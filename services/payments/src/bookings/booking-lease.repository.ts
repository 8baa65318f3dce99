import { sql } from 'kysely';
import { createLeaseToken, fromNow, isNotLeased, LeaseLostError, startHeartbeat } from '../db/leases.ts';
import type { BookingState } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Booking } from './booking.repository.ts';

const batchSize = 10;

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
export function startLeaseHeartbeat(deps: Deps, { id, lease_token }: Booking): () => void {
  const { db, config } = deps;
  return startHeartbeat(deps, () =>
    db
      .updateTable('bookings')
      .set({ lease_until: fromNow(config.BOOKING_LEASE_MS) })
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .where('lease_until', 'is not', null)
      .execute(),
  );
}

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
    .set({ lease_token: createLeaseToken(), lease_until: fromNow(config.BOOKING_LEASE_MS) })
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
export async function leaseDueBookings({ db, config }: Deps, id?: string): Promise<Booking[]> {
  return db
    .with('due', (cte) =>
      cte
        .selectFrom('bookings')
        .select('id')
        .where('state', 'in', activeStates)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .where(isNotLeased)
        .orderBy('next_attempt_at')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('bookings')
    .set((eb) => ({
      lease_token: createLeaseToken(),
      lease_until: fromNow(config.BOOKING_LEASE_MS),
      was_pending: eb
        .or([eb('was_pending', '=', true), eb('state', 'in', statesBeforeOrder)])
        .$castTo<boolean>(),
    }))
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returningAll()
    .execute();
}
