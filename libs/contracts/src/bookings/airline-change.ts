import type { Slice } from '../offers/offer.schema.ts';
import type { AirlineChange, BookingData } from './booking.schema.ts';

/** The change by the airline that waits for the traveller's answer; undefined without one. (TRIP-05) */
export const getOpenChange = ({
  airline_change: change,
}: Pick<BookingData, 'airline_change'>): AirlineChange | undefined =>
  change?.answered_at === null ? change : undefined;

type ChangedTrip = Pick<BookingData, 'earlier_slices' | 'slices'>;

const toTimes = ({ segments }: Slice): string =>
  segments.map(({ flight_number, ...at }) => [flight_number, at.departing_at, at.arriving_at].join()).join();

/** The slice before the airline changed its flights; undefined when it did not. (TRIP-05) */
export function findEarlierSlice(slice: Slice, { slices, earlier_slices }: ChangedTrip): Slice | undefined {
  const earlier = earlier_slices?.[slices.indexOf(slice)];
  return earlier && toTimes(earlier) !== toTimes(slice) ? earlier : undefined;
}

/** The slices that the airline has changed, as they were and as they are; all of them where it flies another number. (TRIP-05) */
export function listChangedSlices(trip: ChangedTrip): Record<'earlier' | 'now', Slice[]> {
  const { slices, earlier_slices: earlier = [] } = trip;
  if (earlier.length !== slices.length) return { earlier, now: slices };
  const now = slices.filter((slice) => findEarlierSlice(slice, trip));
  return { earlier: earlier.filter((_, index) => now.includes(slices[index]!)), now };
}
