import type { BookingListItem, BookingStatus } from '@fareline/contracts';
import { daysBetween } from '@fareline/presentation/formats';

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

/** The traveller has cancelled, and the airline has not confirmed it yet. */
export const isBeingCancelled = ({
  status,
  cancellability,
}: Pick<BookingListItem, 'status' | 'cancellability'>): boolean =>
  status === 'confirmed' && cancellability === 'cancelled';

/** The airline has not answered yet what the traveller has agreed to, so nothing else can be agreed. */
export const isUnderWay = (booking: Pick<BookingListItem, 'status' | 'cancellability'>): boolean =>
  isBeingCancelled(booking) || booking.cancellability === 'changing';

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
