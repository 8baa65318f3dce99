import { sql, type Selectable, type Updateable } from 'kysely';
import type { Deps } from '../deps.ts';
import { fromNow, LeaseLostError, getRetryDelayMs } from '../db/leases.ts';
import type { BookingFailure, BookingsTable, BookingState } from '../db/tables/bookings.table.ts';
import type { Database } from '../db/tables.ts';
import type { OutboxEventType } from '../db/tables/outbox.table.ts';
import { enqueueOutbox } from '../mail/dispatch-outbox.job.ts';
import { enqueueBooking } from './advance-booking.job.ts';

export type Booking = Selectable<BookingsTable>;
export type BookingPatch = Updateable<BookingsTable>;

export async function getBooking(db: Database, id: string): Promise<Booking> {
  return db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Nothing is left to do by itself in these. */
const terminalStates = new Set<BookingState>([
  'confirmed',
  'voided',
  'needs_review',
  'cancelled',
  'completed',
]);
export const isTerminal = (state: BookingState): boolean => terminalStates.has(state);

export interface Transition {
  patch?: BookingPatch;
  /** Written in the same transaction. */
  also?: (trx: Database) => Promise<void>;
  /** Told to others once the step is committed, after `delayMs`; each fact of a booking once. */
  tell?: readonly { fact: OutboxEventType; delayMs?: number }[];
}

async function insertOutboxEvents(trx: Database, bookingId: string, tell: Required<Transition>['tell']) {
  const rows = [];
  for (const { fact, delayMs = 0 } of tell) {
    const row = await trx
      .insertInto('outbox')
      .values({ booking_id: bookingId, fact, next_attempt_at: fromNow(delayMs) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row) rows.push({ id: row.id, delayMs });
  }
  return rows;
}

/** One step, committed: the row, its line in the step table and whatever belongs to it. Throws LeaseLost when the row is somebody else's. */
export async function transitionBooking(
  deps: Deps,
  booking: Booking,
  state: BookingState,
  { patch = {}, also, tell = [] }: Transition = {},
): Promise<Booking> {
  const { db, config, killPoint, log } = deps;
  killPoint(`before:booking:${state}`);
  const { moved, told } = await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('bookings')
      .set({
        attempts: 0,
        next_attempt_at: sql`now()`,
        ...patch,
        state,
        state_since: sql`now()`,
        lease_until: isTerminal(state) ? null : fromNow(config.BOOKING_LEASE_MS),
      })
      .where('id', '=', booking.id)
      .where('state', '=', booking.state)
      .where('lease_token', '=', booking.lease_token)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new LeaseLostError(`booking ${booking.id} is no longer ours in ${booking.state}`);
    await trx.insertInto('booking_steps').values({ booking_id: booking.id, state }).execute();
    await also?.(trx);
    return { moved: row, told: await insertOutboxEvents(trx, booking.id, tell) };
  });
  log.info({ booking: booking.id, from: booking.state, state }, 'booking moved');
  killPoint(`after:booking:${state}`);
  for (const { id, delayMs } of told) enqueueOutbox(deps, id, delayMs);
  return moved;
}

/** Lets go of a row that has to wait, until its next try. */
export async function scheduleRetry(deps: Deps, booking: Booking): Promise<Booking> {
  const { db, config } = deps;
  const delayMs = getRetryDelayMs(config, booking.attempts);
  const row = await db
    .updateTable('bookings')
    .set({
      attempts: booking.attempts + 1,
      lease_until: null,
      next_attempt_at: fromNow(delayMs),
    })
    .where('id', '=', booking.id)
    .where('state', '=', booking.state)
    .where('lease_token', '=', booking.lease_token)
    .returningAll()
    .executeTakeFirst();
  if (row) enqueueBooking(deps, booking.id, delayMs);
  return row ?? getBooking(db, booking.id);
}

export const serialiseFailure = (failure: BookingFailure): string => JSON.stringify(failure);

/** Whether the row has rested in its step longer than anybody should try. */
export const isRetryPeriodOver = ({ config }: Deps, booking: Booking): boolean =>
  Date.now() - booking.state_since.getTime() > config.GIVE_UP_AFTER_MS;
