import {
  formatCabin,
  formatOperator,
  formatSegmentStops,
  type Segment,
  type Slice,
} from '@fareline/contracts';
import { formatDuration } from './duration.ts';
import { dayOffset, formatDateWithWeekday, formatTime } from './local-time.ts';

/** What there is to say of a flight besides its times: "7h 5m, Airbus A350, Economy, Operated by Loganair". */
export const formatSegmentFacts = (segment: Segment): string =>
  [
    formatDuration(segment.duration),
    segment.aircraft.name,
    formatCabin(segment),
    formatOperator(segment),
    ...formatSegmentStops(segment),
  ]
    .filter(Boolean)
    .join(', ');

/** "Sat, Dec 5: BA117, LHR 16:35 to JFK 19:20", where a flight has one line. */
export function formatFlightLine(segment: Segment): string {
  const { flight_number, origin, destination, departing_at, arriving_at } = segment;
  const from = `${origin.iata_code} ${formatTime(departing_at)}`;
  const to = `${destination.iata_code} ${formatTime(arriving_at)}${dayOffset(departing_at, arriving_at)}`;
  return `${formatDateWithWeekday(departing_at)}: ${flight_number ?? 'Flight'}, ${from} to ${to}`;
}

/** "Sat, Dec 5, 16:35 to 19:20": from the first departure to the last arrival. */
export function formatSliceTimes({ departure_time: departure, arrival_time: arrival }: Slice): string {
  const times = `${formatTime(departure)} to ${formatTime(arrival)}${dayOffset(departure, arrival)}`;
  return `${formatDateWithWeekday(departure)}, ${times}`;
}
