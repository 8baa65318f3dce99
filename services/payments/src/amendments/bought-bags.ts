import { parseMinor } from '@fareline/contracts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import type { StoredChange } from './amendment.repository.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { mapSegments } from './change-booking-data.ts';

type Bag = StoredChange['content']['bags'][number];

/** The number of bags of each kind: whose they are, for which flights, what they are, and what one costs. */
function countByKind(bags: readonly Bag[], currency: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { passenger_id, segment_ids, type, weight_kg, amount, quantity } of bags) {
    const price = (parseMinor(amount, currency) ?? 0) / quantity;
    const kind = JSON.stringify([passenger_id, segment_ids.toSorted(), type, weight_kg, price]);
    counts.set(kind, (counts.get(kind) ?? 0) + quantity);
  }
  return counts;
}

/** Whether an order has bags that it did not have at the quote, by whomever. */
export const hasNewBags = (
  { bagServices }: BookedOrder,
  { content }: Pick<StoredChange, 'content'>,
): boolean => bagServices.some(({ id }) => !content.known_services.includes(id));

/**
 * Whether an order has the bags of a change, by its services that are new since the quote. Bags of another kind, passenger, flight or price
 * were added by somebody else. (LEDGER-17)
 */
export function hasBoughtBags(
  { data, bagServices }: BookedOrder,
  { booking_data }: Pick<Booking, 'booking_data'>,
  { content, currency }: Pick<StoredChange, 'content' | 'currency'>,
): boolean {
  const ids = mapSegments(data.slices, booking_data.slices);
  const added = bagServices
    .filter(({ id }) => !content.known_services.includes(id))
    .map(({ bag }) => ({ ...bag, segment_ids: bag.segment_ids.map((id) => ids.get(id) ?? id) }));
  const counts = countByKind(added, currency);
  return [...countByKind(content.bags, currency)].every(([kind, count]) => (counts.get(kind) ?? 0) >= count);
}
