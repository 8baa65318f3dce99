import { findInstant, type Segment, type Slice } from '@fareline/contracts';
import ical from 'ical-generator';

/** Of what the calendar file is made. */
export interface CalendarTrip {
  slices: readonly Slice[];
  reference: string;
}

/**
 * Start and end: instants where the zones of both airports are known, else the local times, which a calendar shows in any zone.
 * Undefined for a flight without times. (FORMAT-10, DOC-04)
 */
function getTimes({ departing_at, arriving_at, origin, destination }: Segment) {
  if (!departing_at || !arriving_at) return undefined;
  const start = findInstant(departing_at, origin.time_zone);
  const end = findInstant(arriving_at, destination.time_zone);
  if (start !== undefined && end !== undefined)
    return { start: new Date(start), end: new Date(end), floating: false };
  const toFloating = (local: string) => new Date(`${local.slice(0, 19)}Z`);
  return { start: toFloating(departing_at), end: toFloating(arriving_at), floating: true };
}

/** Calendar file of a brand with an event for each flight that has times. (RFC 5545) */
export function buildCalendarFile({ slices, reference }: CalendarTrip, brandName: string): string {
  // The library does not escape this one.
  const company = brandName.replace(/[\\;,]/g, '\\$&');
  const calendar = ical({ prodId: { company, product: 'Booking' } });
  for (const segment of slices.flatMap(({ segments }) => segments)) {
    const times = getTimes(segment);
    if (!times) continue;
    const { id, origin, destination, flight_number } = segment;
    calendar.createEvent({
      ...times,
      id: `${id}-${reference}`,
      summary: `${flight_number ?? 'Flight'} ${origin.iata_code ?? ''} to ${destination.iata_code ?? ''}`,
      description: `Booking reference ${reference}`,
      location: [
        origin.name ?? origin.iata_code ?? '',
        segment.origin_terminal && `Terminal ${segment.origin_terminal}`,
      ]
        .filter(Boolean)
        .join(', '),
    });
  }
  return calendar.toString();
}
