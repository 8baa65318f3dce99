import type { BookingTickets, Ticket } from '@fareline/contracts';
import { sql } from 'kysely';
import { bookedStates, type Booking } from './booking.repository.ts';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';

/** An airline that has issued none by then uses none, as low-cost airlines do. */
const awaitedMs = 86_400_000;

/** Whether the airline has issued one for every passenger. */
export const areTicketsComplete = (
  { booking_data: { passengers } }: Booking,
  tickets: readonly Ticket[],
): boolean => passengers.every(({ id }) => tickets.some(({ passenger_id }) => passenger_id === id));

/** Whether this call is to ask the airline: of all replicas one, once a minute. */
async function mayAsk({ db }: Deps, { id }: Booking): Promise<boolean> {
  const claimed = await db
    .updateTable('bookings')
    .set({ tickets_read_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('tickets_read_at', 'is', null),
        where('tickets_read_at', '<', sql<Date>`now() - interval '1 minute'`),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** The tickets as the airline has them, which are stored; those stored while it cannot be asked. */
async function readTickets(deps: Deps, booking: Booking): Promise<readonly Ticket[]> {
  const { id, mode, order_id: orderId, state, tickets } = booking;
  const isBooked = bookedStates.some((booked) => booked === state);
  if (!orderId || !isBooked || areTicketsComplete(booking, tickets) || !(await mayAsk(deps, booking)))
    return tickets;
  try {
    const order = await deps.flightProvider.getBookedOrder(mode, orderId);
    await deps.db
      .updateTable('bookings')
      .set({ tickets: JSON.stringify(order.tickets) })
      .where('id', '=', id)
      .execute();
    return order.tickets;
  } catch (error) {
    deps.log.info({ err: error, booking: id }, 'the tickets of an order could not be read');
    return tickets;
  }
}

/** What is known of the tickets of a booking. Never rejects because of the airline. (TRIP-01) */
export async function getTickets(deps: Deps, booking: Booking): Promise<BookingTickets> {
  const tickets = [...(await readTickets(deps, booking))];
  if (areTicketsComplete(booking, tickets)) return { state: 'issued', tickets };
  const age = (await readNow(deps.db)).getTime() - booking.created_at.getTime();
  return { state: age < awaitedMs ? 'awaited' : 'missing', tickets };
}
