import type { Mode } from '@fareline/contracts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { openBookingCase } from '../review-cases/review-case.repository.ts';
import { leaseBooking } from './booking-lease.repository.ts';
import { bookedStates, transitionBooking, type Booking } from './booking.repository.ts';

/** Opens the case in which a person pays back what the traveller is owed. */
export const openAirlineCancellationCase = (
  trx: Database,
  booking: Pick<Booking, 'id' | 'mode' | 'payment_id' | 'order_id'>,
): Promise<boolean> =>
  openBookingCase(trx, booking, {
    ...{ kind: 'airline_change', subject: booking.order_id ?? booking.id },
    summary: 'The airline has cancelled the flights of a booking. Refund what the traveller is owed.',
  });

/**
 * Ends a leased booking whose order is cancelled at the airline, tells the traveller and opens the case in which a person pays back
 * what they are owed.
 */
export const endLeasedAsCancelledByAirline = (
  deps: Deps,
  booking: Booking,
  inTransaction?: (trx: Database) => Promise<void>,
): Promise<Booking> =>
  transitionBooking(deps, booking, 'cancelled_by_airline', {
    inTransaction: async (trx) => {
      await inTransaction?.(trx);
      await openAirlineCancellationCase(trx, booking);
    },
    outboxEvents: [{ kind: 'mail_airline_cancelled' }],
  });

/**
 * Ends a booking whose order is cancelled at the airline, though not by us, once. Does nothing unless the airline says so now. Returns
 * whether the booking ends so, also earlier or by another process. (LEDGER-02)
 */
export async function endAsCancelledByAirline(deps: Deps, mode: Mode, orderId: string): Promise<boolean> {
  const booking = await deps.db
    .selectFrom('bookings')
    .select(['id', 'state'])
    .where('mode', '=', mode)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (booking?.state === 'cancelled_by_airline') return true;
  if (!booking || !bookedStates.includes(booking.state)) return false;
  const order = await deps.flightProvider.getOrder(mode, orderId);
  if (!order.isCancelled) return false;
  const leased = await leaseBooking(deps, booking.id, booking.state);
  // Another process ends it now.
  if (!leased) return true;
  await endLeasedAsCancelledByAirline(deps, leased);
  return true;
}
