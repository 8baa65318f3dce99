import { randomUUID } from 'node:crypto';
import { AppError } from '@fareline/service-kit/app-error';
import { LeaseLostError } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import { bookingBusyError, leaseBooking, releaseLease } from '../bookings/booking-lease.repository.ts';
import { getBooking, transitionBooking, type Booking } from '../bookings/booking.repository.ts';
import type { Deps } from '../deps.ts';
import { getCurrentRequestId } from '../request-id.ts';

/** The change of the booking with this id. Throws AIRLINE_CHANGE_OUTDATED when there is a newer one, or none. */
function requireChange({ booking_data: { airline_change: change } }: Booking, changeId: string) {
  if (change?.id !== changeId) throw new AppError('AIRLINE_CHANGE_OUTDATED');
  return change;
}

/**
 * Accepts at the airline the change that was shown, unless that has been done already. Returns whether the airline knows it, or is still
 * told. Throws AIRLINE_CHANGE_OUTDATED, AIRLINE_CHANGE_REFUSED, or SERVICE_UNAVAILABLE while something else of the booking is under way. (TRIP-05)
 */
export async function acceptAirlineChange(
  deps: Deps,
  booking: Booking,
  changeId: string,
  acceptedBy: string,
): Promise<'accepted' | 'under_way'> {
  const { id, order_id: orderId, state, currency } = booking;
  const { answered_at, actions } = requireChange(booking, changeId);
  if (answered_at !== null) return 'accepted';
  if (state === 'accepting') return 'under_way';
  if (state !== 'confirmed' || !orderId || !actions.includes('accept'))
    throw new AppError('AIRLINE_CHANGE_REFUSED');
  const leased = await leaseBooking(deps, id, 'confirmed');
  if (!leased) {
    const { state: now, booking_data } = await getBooking(deps.db, id);
    if (booking_data.airline_change?.id === changeId && now === 'accepting') return 'under_way';
    throw bookingBusyError();
  }
  try {
    const accepting = await transitionBooking(deps, leased, 'accepting', {
      patch: { request_id: getCurrentRequestId() },
      inTransaction: async (trx) => {
        await trx
          .insertInto('amendments')
          .values({
            ...{ id: randomUUID(), booking_id: id, kind: 'acceptance', state: 'agreed', currency },
            ...{ provider_id: changeId, agreed_by: acceptedBy, agreed_at: sql`now()` },
          })
          .execute();
      },
    });
    await deps.advanceBooking(deps, accepting);
  } catch (error) {
    await releaseLease(deps, leased);
    if (!(error instanceof LeaseLostError)) throw error;
  }
  const latest = await getBooking(deps.db, id);
  if (requireChange(latest, changeId).answered_at !== null) return 'accepted';
  if (latest.state === 'accepting') return 'under_way';
  throw new AppError('AIRLINE_CHANGE_REFUSED');
}
