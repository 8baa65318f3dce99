import { AppError } from '@fareline/service-kit/app-error';
import { sql } from 'kysely';
import { getBooking, type Booking } from '../bookings/booking.repository.ts';
import { recordAirlineChange } from '../bookings/record-airline-change.ts';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { closeBookingCases } from '../review-cases/review-case.repository.ts';

/** The change of the booking with this id. Throws AIRLINE_CHANGE_OUTDATED when there is a newer one, or none. */
function requireChange({ booking_data: { airline_change: change } }: Booking, changeId: string) {
  if (change?.id !== changeId) throw new AppError('AIRLINE_CHANGE_OUTDATED');
  return change;
}

/**
 * Accepts at the airline the change that was shown, unless that has been done already, also by a call whose process died. Throws
 * AIRLINE_CHANGE_OUTDATED, AIRLINE_CHANGE_REFUSED or PROVIDER_UNAVAILABLE. (TRIP-05)
 */
export async function acceptAirlineChange(
  deps: Deps,
  booking: Booking,
  changeId: string,
  acceptedBy: string,
): Promise<void> {
  const { id, mode, order_id: orderId, state } = booking;
  const { answered_at, actions } = requireChange(booking, changeId);
  if (answered_at !== null) return;
  if (state !== 'confirmed' || !orderId || !actions.includes('accept'))
    throw new AppError('AIRLINE_CHANGE_REFUSED');
  deps.killPoint('before:call:accept-change');
  const outcome = await deps.flightProvider.acceptAirlineChange(mode, changeId).catch(throwUnavailable);
  deps.killPoint('after:call:accept-change');
  if (outcome.kind === 'refused') {
    await recordAirlineChange(deps, { mode, orderId, eventId: changeId });
    const latest = requireChange(await getBooking(deps.db, id), changeId);
    if (latest.answered_at === null) throw new AppError('AIRLINE_CHANGE_REFUSED', { cause: outcome.cause });
    return;
  }
  await deps.db.transaction().execute(async (trx) => {
    const answeredAt = (await readNow(trx)).toISOString();
    await trx
      .updateTable('bookings')
      .set({
        booking_data: sql`jsonb_set(booking_data, '{airline_change,answered_at}', to_jsonb(${answeredAt}::text))`,
      })
      .where('id', '=', id)
      .where(sql<boolean>`booking_data #>> '{airline_change,id}' = ${changeId}`)
      .execute();
    await closeBookingCases(trx, id, ['airline_change'], acceptedBy);
  });
}
