import { fromNow, isStillLeased, LeaseLostError } from '@fareline/service-kit/db/leases';
import { insertOutboxRow } from '@fareline/service-kit/outbox';
import { sql, type Selectable, type UpdateObject } from 'kysely';
import type {
  StoredFailure,
  BookingsTable,
  BookingState,
  Database,
  MailKind,
  MailPayload,
  OutboxKind,
  Tables,
} from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { closeCaseOf, toStuckSubject } from '../review-cases/review-case.repository.ts';

export type Booking = Selectable<BookingsTable>;

export async function getBooking(db: Database, id: string): Promise<Booking> {
  return db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export const statesBeforeOrder: readonly BookingState[] = ['risk_review', 'authorised', 'pending'];

/** Failed attempts, which are not shown as bookings. */
export const failedStates: readonly BookingState[] = ['voiding', 'voided'];

/** A booking in one of these states has an order and a captured payment. */
export const bookedStates: readonly BookingState[] = ['confirmed', 'completed'];

/** A booking in one of these states has ended with a cancelled order. */
export const cancelledStates: readonly BookingState[] = ['cancelled', 'cancelled_by_airline'];

/** A booking in one of these states has an order and a captured payment, and changes. (TRIP-03, TRIP-04) */
export const changingStates: readonly BookingState[] = [
  'accepting',
  'changing',
  'charging_change',
  'voiding_change',
];

export interface Transition {
  patch?: UpdateObject<Tables, 'bookings'>;
  /** Further writes in the same transaction. */
  inTransaction?: (trx: Database) => Promise<void>;
  /** Dispatched after the commit and `delayMs`; a booking has each kind at most once, or once for each `eventId`. */
  outboxEvents?: readonly ({ kind: OutboxKind; delayMs?: number } & Pick<
    MailPayload,
    'eventId' | 'before'
  >)[];
}

export async function insertOutboxEvents(
  trx: Database,
  bookingId: string,
  events: Required<Transition>['outboxEvents'],
) {
  const rows = [];
  for (const { kind, delayMs = 0, ...details } of events) {
    const payload = details.eventId === undefined ? {} : { payload: details };
    const id = await insertOutboxRow(trx, { kind, subject: bookingId, dueAt: fromNow(delayMs), ...payload });
    if (id) rows.push({ id, delayMs });
  }
  return rows;
}

/** Records a mail that the traveller has, though the tables have lost it, so that support can send it again. */
export async function insertSentMail(
  trx: Database,
  subject: string,
  kind: MailKind,
  at: Date,
): Promise<void> {
  const sent = { created_at: at, done_at: at };
  await trx
    .insertInto('outbox')
    .values({ kind, subject, ...sent })
    .execute();
}

/**
 * Commits the transition of a leased booking to the next state, with its row in the step table and its outbox events.
 * Throws LeaseLostError when another process has the lease or the state has changed.
 */
export async function transitionBooking(
  deps: Deps,
  booking: Booking,
  state: BookingState,
  { patch = {}, inTransaction, outboxEvents = [] }: Transition = {},
): Promise<Booking> {
  const { db, config, killPoint, countState, log } = deps;
  killPoint(`before:booking:${state}`);
  const { updated, outboxRows } = await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('bookings')
      .set({
        attempts: 0,
        next_attempt_at: sql`now()`,
        ...{ called_at: null, call_accepted: false, refusal: null },
        ...patch,
        ...(state.startsWith('cancelled') && { passport_expiries: '{}' }),
        state,
        state_since: sql`now()`,
        lease_until: deps.activeStates.includes(state) ? fromNow(config.BOOKING_LEASE_MS) : null,
      })
      .where(isStillLeased(booking))
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new LeaseLostError(`booking ${booking.id} is no longer leased in ${booking.state}`);
    await trx.insertInto('booking_steps').values({ booking_id: booking.id, state }).execute();
    if (booking.attempts > 0)
      await closeCaseOf(trx, 'booking', toStuckSubject(booking), 'the end of the step');
    await inTransaction?.(trx);
    return { updated: row, outboxRows: await insertOutboxEvents(trx, booking.id, outboxEvents) };
  });
  log.info({ booking: booking.id, from: booking.state, state }, 'booking state changed');
  countState('booking', state);
  killPoint(`after:booking:${state}`);
  for (const { id, delayMs } of outboxRows) deps.enqueue.outboxEvent(id, delayMs);
  if (!updated.order_plan) await deps.rowKeys.destroy([booking.order_plan]);
  return updated;
}

export const serialiseFailure = (failure: StoredFailure): string => JSON.stringify(failure);
