import type { Mode } from '@fareline/contracts';
import { fromNow, isNotLeased, LeaseLostError } from '@fareline/service-kit/db/leases';
import { sql, type Selectable } from 'kysely';
import type { BookingState, PendingEventsTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { openBookingCase } from '../review-cases/review-case.repository.ts';
import { leaseBooking, releaseLease } from '../bookings/booking-lease.repository.ts';
import { bookedStates, cancelledStates, getBooking, type Booking } from '../bookings/booking.repository.ts';
import { insertPendingEvent } from '../bookings/pending-event.repository.ts';
import { endLeasedWithOrder } from '../amendments/cancelled-order.ts';
import { recordAirlineChange } from './record-airline-change.ts';

/** An airline has nothing to say about these any more. */
const endedStates: readonly BookingState[] = [...cancelledStates, 'voided'];

const batchSize = 10;

type StoredEvent = Pick<Selectable<PendingEventsTable>, 'kind' | 'event_id'>;

interface AirlineEvent {
  mode: Mode;
  orderId: string;
  kind: 'cancelled' | 'changed';
  eventId: string;
}

/**
 * Stores an event of the airline about an order and acts on it, now or when the work on its booking ends. Does nothing for an order
 * of another system. (LEDGER-11, PROVIDER-45)
 */
export async function noteEvent(deps: Deps, { mode, orderId, kind, eventId }: AirlineEvent): Promise<void> {
  const { db } = deps;
  const booking = await db
    .selectFrom('bookings')
    .select('id')
    .where('mode', '=', mode)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!booking) return;
  await insertPendingEvent(db, booking.id, kind, eventId);
  await readEvents(deps, booking);
}

/**
 * Acts on the events of a booking that no process works on, and returns it as it is then; the process that works on it does so at the end.
 * What fails stays for the sweep. (LEDGER-11)
 */
export async function readEvents(deps: Deps, { id }: Pick<Booking, 'id'>): Promise<Booking> {
  const { db } = deps;
  const events = await db
    .selectFrom('pending_events')
    .selectAll()
    .where('booking_id', '=', id)
    .orderBy('id')
    .execute();
  const booking = await getBooking(db, id);
  if (events.length === 0) return booking;
  if (endedStates.includes(booking.state)) {
    await db.deleteFrom('pending_events').where('booking_id', '=', id).execute();
    return booking;
  }
  const leased = bookedStates.includes(booking.state) && (await leaseBooking(deps, id, booking.state));
  if (!leased) return booking;
  try {
    for (const event of events) {
      await act(deps, leased, event);
      await db.deleteFrom('pending_events').where('id', '=', event.id).execute();
    }
  } catch (error) {
    if (!(error instanceof LeaseLostError)) await giveUpLater(deps, leased, error);
  }
  await releaseLease(deps, leased);
  return getBooking(db, id);
}

/** An event that cannot be acted on for GIVE_UP_AFTER_MS is a case as well. */
async function giveUpLater({ db, log, config }: Deps, booking: Booking, cause: unknown): Promise<void> {
  log.warn({ err: cause, booking: booking.id }, 'event of the airline not acted on, will be retried');
  const overdue = await db
    .selectFrom('pending_events')
    .select('id')
    .where('booking_id', '=', booking.id)
    .where('created_at', '<', fromNow(-config.GIVE_UP_AFTER_MS))
    .executeTakeFirst();
  if (!overdue) return;
  await openBookingCase(db, booking, {
    ...{ kind: 'airline_change', subject: `unread:${booking.id}` },
    summary: 'The airline has told of an order that cannot be read; it is tried again and again.',
  });
}

/** The event only says what to read: the order says what is true. */
async function act(deps: Deps, booking: Booking, { kind, event_id }: StoredEvent): Promise<void> {
  const { mode, order_id: orderId } = booking;
  if (!orderId) return;
  if (kind === 'changed') return recordAirlineChange(deps, { mode, orderId, eventId: event_id });
  const order = await deps.flightProvider.getOrder(mode, orderId);
  if (order.isCancelled) await endLeasedWithOrder(deps, booking, order);
}

/** Acts on what the process that worked on a booking has left. */
export async function readLeftEvents(deps: Deps): Promise<void> {
  const left = await deps.db
    .selectFrom('pending_events')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('bookings.id')
    .groupBy('bookings.id')
    .where('state', 'in', [...bookedStates, ...endedStates])
    .where(isNotLeased)
    // Those that cannot be acted on must not keep the others from their turn.
    .orderBy(sql`random()`)
    .limit(batchSize)
    .execute();
  for (const booking of left) await readEvents(deps, booking);
}
