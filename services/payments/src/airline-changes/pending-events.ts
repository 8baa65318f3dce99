import type { Mode } from '@fareline/contracts';
import { isNotLeased, LeaseLostError } from '@fareline/service-kit/db/leases';
import type { Selectable } from 'kysely';
import type { BookingState, PendingEventsTable } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { leaseBooking, releaseLease } from '../bookings/booking-lease.repository.ts';
import { bookedStates, cancelledStates, getBooking, type Booking } from '../bookings/booking.repository.ts';
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
    .selectAll()
    .where('mode', '=', mode)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!booking) return;
  await db.insertInto('pending_events').values({ booking_id: booking.id, kind, event_id: eventId }).execute();
  await readEvents(deps, booking);
}

/**
 * Acts on the events of a booking that no process works on, and returns it as it is then; the process that works on it does so at the end.
 * What fails stays for the sweep. (LEDGER-11)
 */
export async function readEvents(deps: Deps, { id }: Pick<Booking, 'id'>): Promise<Booking> {
  const { db, log } = deps;
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
    if (!(error instanceof LeaseLostError))
      log.warn({ err: error, booking: id }, 'event of the airline not acted on, will be retried');
  }
  await releaseLease(deps, leased);
  return getBooking(db, id);
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
    .distinct()
    .where('state', 'in', [...bookedStates, ...endedStates])
    .where(isNotLeased)
    .limit(batchSize)
    .execute();
  for (const booking of left) await readEvents(deps, booking);
}
