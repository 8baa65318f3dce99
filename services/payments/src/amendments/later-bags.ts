import type { BagService } from '@fareline/contracts';
import type { Booking } from '../bookings/booking.repository.ts';
import { mapSegments } from './change-booking-data.ts';
import { assertChangeable } from './changeability.ts';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import { throwUnavailable } from '../provider-unavailable.ts';
import { readOrder } from './search-change-offers.ts';

/**
 * The bags that the airline sells for a booking now, with the booking's ids of its segments; none where it sells none. Throws
 * BOOKING_NOT_CHANGEABLE with the reason, or PROVIDER_UNAVAILABLE. (TRIP-04)
 */
export async function listLaterBags(deps: Deps, booking: Booking): Promise<BagService[]> {
  assertChangeable(booking, 'bags', await readNow(deps.db));
  return readSoldBags(deps, booking, await readOrder(deps, booking));
}

/** The bags that are sold for a booking that can be changed, by its order. */
export async function readSoldBags(
  deps: Deps,
  booking: Booking,
  { data }: BookedOrder,
): Promise<BagService[]> {
  const outcome = await deps.flightProvider
    .listExtraBags(booking.mode, booking.order_id ?? '')
    .catch(throwUnavailable);
  if (outcome.kind === 'refused') {
    deps.log.info({ err: outcome.cause, booking: booking.id }, 'the airline sells no bags for a booking');
    return [];
  }
  const ids = mapSegments(data.slices, booking.booking_data.slices);
  return outcome.bags
    .filter(({ total_currency }) => total_currency === booking.currency)
    .map((bag) => ({ ...bag, segment_ids: bag.segment_ids.map((id) => ids.get(id) ?? id) }));
}
