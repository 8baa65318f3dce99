import { type BookingData, type BookingListItem, type BookingStatus, type Slice } from '@fareline/contracts';
import { daysBetween } from '@fareline/ui-theme';

export const tripTabs = [
  { id: 'upcoming', label: 'Upcoming', statuses: ['confirmed', 'pending'], empty: 'No upcoming trips' },
  { id: 'past', label: 'Past', statuses: ['completed'], empty: 'No past trips' },
  { id: 'cancelled', label: 'Cancelled', statuses: ['cancelled'], empty: 'No cancelled trips' },
] as const satisfies readonly {
  id: string;
  label: string;
  statuses: readonly BookingStatus[];
  empty: string;
}[];
export type TripTab = (typeof tripTabs)[number];

const getDeparture = (booking: BookingListItem) => booking.bookingData.slices[0]?.departure_time ?? '';

/** The bookings of a tab: upcoming ones by earliest departure, others by latest departure. (TRIPS-05) */
export function filterBookings(tab: TripTab, bookings: readonly BookingListItem[]): BookingListItem[] {
  const statuses: readonly BookingStatus[] = tab.statuses;
  const direction = tab.id === 'upcoming' ? 1 : -1;
  return bookings
    .filter((booking) => statuses.includes(booking.status))
    .sort((a, b) => direction * getDeparture(a).localeCompare(getDeparture(b)));
}

/** The trip that departs first, from `today` on; undefined without one. */
export const findNextTrip = (
  bookings: readonly BookingListItem[],
  today: string,
): BookingListItem | undefined =>
  filterBookings(tripTabs[0], bookings).find((booking) => getDeparture(booking) >= today);

const toTimes = ({ segments }: Slice): string =>
  segments.map(({ flight_number, ...at }) => [flight_number, at.departing_at, at.arriving_at].join()).join();

/** The slice before the airline changed its flights; undefined when it did not. (TRIP-05) */
export function findEarlierSlice(slice: Slice, { slices, earlier_slices }: BookingData): Slice | undefined {
  const earlier = earlier_slices?.[slices.indexOf(slice)];
  return earlier && toTimes(earlier) !== toTimes(slice) ? earlier : undefined;
}

/** The slices that the airline has changed, as they were and as they are; all of them where it flies another number. (TRIP-05) */
export function listChangedSlices(booking: BookingData): Record<'earlier' | 'now', Slice[]> {
  const { slices, earlier_slices: earlier = [] } = booking;
  if (earlier.length !== slices.length) return { earlier, now: slices };
  const now = slices.filter((slice) => findEarlierSlice(slice, booking));
  return { earlier: earlier.filter((_, index) => now.includes(slices[index]!)), now };
}

export const formatPassengerCount = (count: number): string =>
  count === 1 ? '1 passenger' : `${count} passengers`;

/** "Non-stop" or "1 stop(s)", as prescribed for the dialog. (TRIPS-16) */
export const formatStopCount = (segments: number): string =>
  segments > 1 ? `${segments - 1} stop(s)` : 'Non-stop';

/** "Departs in 12 days"; empty for a past or unknown departure. */
export function formatCountdown(departure: string | null | undefined, today: string): string {
  if (!departure) return '';
  const days = daysBetween(today, departure);
  if (days < 0) return '';
  if (days === 0) return 'Departs today';
  return days === 1 ? 'Departs tomorrow' : `Departs in ${days} days`;
}
