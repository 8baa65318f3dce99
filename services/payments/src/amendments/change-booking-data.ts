import { listLostExtras, type BookingData, type Slice } from '@fareline/contracts';
import type { ChangeContent } from '../db/schema.ts';
import type { BookedOrder } from '../duffel/flight-provider.ts';
import { isSame } from '../bookings/same-flights.ts';

/** The ids of the booking's segments in the same places, by those of the order's. */
export const mapSegments = (slices: readonly Slice[], known: readonly Slice[]): Map<string, string> =>
  new Map(
    slices.flatMap(({ segments }, slice) =>
      segments.map(({ id }, index) => [id, known[slice]?.segments[index]?.id ?? id] as const),
    ),
  );

/**
 * A booking with the flights, seats, bags and rules of its changed order. Flights that stay keep what the booking knows of them; a seat of
 * theirs keeps its price, and what the airline has left out stays without flights (RULE-02). A change by the airline of flights that stay
 * waits for its answer, unless the airline says otherwise. `removed` are the indexes of the slices that were given up. (TRIP-03, TRIP-05)
 */
export function applyFlightChange(
  { earlier_slices: earlier, ...data }: BookingData,
  { data: order, airlineChange }: Pick<BookedOrder, 'data' | 'airlineChange'>,
  removed: readonly number[],
  now: Date,
): BookingData {
  const slices = order.slices.map((slice) => data.slices.find((known) => isSame([known], [slice])) ?? slice);
  const ids = mapSegments(order.slices, slices);
  const toKnownId = (id: string) => ids.get(id) ?? id;
  const lost = listLostExtras(data);
  const agreed = earlier?.map((slice, index) => (removed.includes(index) ? (slices[index] ?? slice) : slice));
  const isSettled = agreed ? isSame(agreed, slices) : removed.length === slices.length;
  const answeredAt = isSettled ? now : (airlineChange?.answeredAt ?? null);
  const change = data.airline_change && {
    ...data.airline_change,
    answered_at: data.airline_change.answered_at ?? answeredAt?.toISOString() ?? null,
  };
  const isOpen = change?.answered_at === null && agreed;
  return {
    ...data,
    slices,
    seats: [
      ...order.seats.map((ordered) => {
        const seat = { ...ordered, segment_id: toKnownId(ordered.segment_id) };
        const known = data.seats.find(
          ({ passenger_id, segment_id }) =>
            passenger_id === seat.passenger_id && segment_id === seat.segment_id,
        );
        return known ?? seat;
      }),
      ...lost.seats,
    ],
    bags: [
      ...order.bags.map((bag) => ({ ...bag, segment_ids: bag.segment_ids.map(toKnownId) })),
      ...lost.bags,
    ],
    conditions: order.conditions,
    included_bags: order.included_bags,
    ...(change && { airline_change: change }),
    ...(isOpen && { earlier_slices: agreed }),
  };
}

/** A booking with the bags that were bought besides. (TRIP-04) */
export const applyBags = (data: BookingData, { bags }: Pick<ChangeContent, 'bags'>): BookingData => ({
  ...data,
  bags: [...data.bags, ...bags],
});
