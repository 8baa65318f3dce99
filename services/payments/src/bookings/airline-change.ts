import type { BookingData, Slice } from '@fareline/contracts';
import type { BookedOrder } from '../duffel/flight-provider.ts';

const toRoute = (slices: readonly Slice[]): string =>
  JSON.stringify(
    slices.map(({ segments }) =>
      segments.map(({ origin, destination }) => [origin.iata_code, destination.iata_code]),
    ),
  );

const toTimes = (slices: readonly Slice[]): string =>
  JSON.stringify(
    slices.map(({ segments }) =>
      segments.map(({ flight_number, departing_at, arriving_at }) => [
        flight_number,
        departing_at,
        arriving_at,
      ]),
    ),
  );

/** The same places keep their ids, to which seats and bags refer. */
const updateSlice = (slice: Slice, changed: Slice | undefined): Slice => ({
  ...slice,
  departure_time: changed?.departure_time ?? null,
  arrival_time: changed?.arrival_time ?? null,
  duration: changed?.duration ?? null,
  segments: slice.segments.map((segment, index) => ({
    ...segment,
    ...changed?.segments[index],
    id: segment.id,
    services: segment.services,
  })),
});

/** The booking with the flights that its order has now, and those before; undefined when they are the same. (TRIP-05) */
export function applyAirlineChange(
  data: BookingData,
  { slices, seats, bags }: BookedOrder['data'],
): BookingData | undefined {
  const changed = { ...data, earlier_slices: data.slices };
  if (toRoute(slices) === toRoute(data.slices))
    return toTimes(slices) === toTimes(data.slices)
      ? undefined
      : { ...changed, slices: data.slices.map((slice, index) => updateSlice(slice, slices[index])) };
  const findSegments = ({ passenger_id, type }: BookingData['bags'][number]) =>
    bags.find((bag) => bag.passenger_id === passenger_id && bag.type === type)?.segment_ids ?? [];
  return {
    ...{ ...changed, slices, seats },
    bags: data.bags.map((bag) => ({ ...bag, segment_ids: findSegments(bag) })),
  };
}
