import { randomUUID } from 'node:crypto';
import { AppError } from '@fareline/service-kit/app-error';
import { sql } from 'kysely';
import { bookingBusyError } from '../bookings/booking-lease.repository.ts';
import { getBooking, type Booking } from '../bookings/booking.repository.ts';
import { startWork } from '../bookings/start-work.ts';
import { findFlightRefusal, toRuleError } from '../amendments/flight-rules.ts';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';
import { throwUnavailable } from '../provider-unavailable.ts';

/** The change of the booking with this id. Throws AIRLINE_CHANGE_OUTDATED when there is a newer one, or none. */
function requireChange({ booking_data: { airline_change: change } }: Booking, changeId: string) {
  if (change?.id !== changeId) throw new AppError('AIRLINE_CHANGE_OUTDATED');
  return change;
}

/**
 * Accepts at the airline the change that was shown, unless that has been done already. Returns whether the airline knows it, or is still
 * told. Throws AIRLINE_CHANGE_OUTDATED, AIRLINE_CHANGE_REFUSED, also for flights on which a passenger would break a rule, PROVIDER_UNAVAILABLE, or SERVICE_UNAVAILABLE while something else of the booking is under way. (TRIP-05)
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
  const order = await deps.flightProvider.getBookedOrder(booking.mode, orderId).catch(throwUnavailable);
  const { slices } = booking.booking_data;
  const refusal = findFlightRefusal(booking, order, slices, await readNow(deps.db));
  if (refusal !== undefined) throw toRuleError('AIRLINE_CHANGE_REFUSED', refusal);
  const started = await startWork(deps, booking, 'accepting', async (trx) => {
    await trx
      .insertInto('amendments')
      .values({
        ...{ id: randomUUID(), booking_id: id, kind: 'acceptance', state: 'agreed', currency },
        ...{ provider_id: changeId, agreed_by: acceptedBy, agreed_at: sql`now()` },
      })
      .execute();
  });
  const latest = await getBooking(deps.db, id);
  if (requireChange(latest, changeId).answered_at !== null) return 'accepted';
  if (latest.state === 'accepting') return 'under_way';
  if (!started) throw bookingBusyError();
  throw new AppError('AIRLINE_CHANGE_REFUSED');
}
