import type { BookingData, BookingListItem, BookingStatus, Place } from '@fareline/contracts';
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

const departureOf = (booking: BookingListItem) => booking.bookingData.slices[0]?.departure_time ?? '';

/** The trips of a tab: what comes next first, what is over with the latest first. (TRIPS-05) */
export function tripsOf(tab: TripTab, bookings: readonly BookingListItem[]): BookingListItem[] {
  const statuses: readonly BookingStatus[] = tab.statuses;
  const direction = tab.id === 'upcoming' ? 1 : -1;
  return bookings
    .filter((booking) => statuses.includes(booking.status))
    .sort((a, b) => direction * departureOf(a).localeCompare(departureOf(b)));
}

export const cityOf = (place: Place | undefined): string => place?.city_name ?? place?.iata_code ?? 'N/A';

/** "New York to London" (TRIPS-07) */
export function routeOf({ slices }: BookingData): string {
  return `${cityOf(slices[0]?.origin)} to ${cityOf(slices[0]?.destination)}`;
}

export const passengersLabel = (count: number): string =>
  count === 1 ? '1 passenger' : `${count} passengers`;

/** "1 stop(s)" as the dialog says it. (TRIPS-16) */
export const stopsText = (segments: number): string =>
  segments > 1 ? `${segments - 1} stop(s)` : 'Non-stop';

/** "Departs in 12 days"; empty for the past and the unknown. */
export function countdown(departure: string | null | undefined, today: string): string {
  if (!departure) return '';
  const days = daysBetween(today, departure);
  if (days < 0) return '';
  if (days === 0) return 'Departs today';
  return days === 1 ? 'Departs tomorrow' : `Departs in ${days} days`;
}
