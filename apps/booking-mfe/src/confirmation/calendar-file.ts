import { localTimeToInstant, type Offer, type Segment } from '@fareline/contracts';

/** Basic ISO 8601 format to the second. */
const toBasicFormat = (iso: string) => iso.replace(/[-:]/g, '').slice(0, 15);

/** Formats an airport-local time for a calendar file: in UTC when the airport's time zone is known, else as floating time. */
export function formatCalendarTime(local: string, timeZone: string | null): string {
  if (!timeZone) return toBasicFormat(local);
  return `${toBasicFormat(new Date(localTimeToInstant(local, timeZone)).toISOString())}Z`;
}

const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n');

function formatEvent(segment: Segment, reference: string, stamp: string): string[] {
  if (!segment.departing_at || !segment.arriving_at) return [];
  const { origin, destination } = segment;
  const flight = segment.flight_number ?? 'Flight';
  return [
    'BEGIN:VEVENT',
    `UID:${segment.id}-${reference}`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${formatCalendarTime(segment.departing_at, origin.time_zone)}`,
    `DTEND:${formatCalendarTime(segment.arriving_at, destination.time_zone)}`,
    `SUMMARY:${escapeText(`${flight} ${origin.iata_code ?? ''} to ${destination.iata_code ?? ''}`)}`,
    `DESCRIPTION:${escapeText(`Booking reference ${reference}`)}`,
    `LOCATION:${escapeText(origin.name ?? origin.iata_code ?? '')}`,
    'END:VEVENT',
  ];
}

/** Calendar file of a brand with one event per segment. (RFC 5545) */
export function buildCalendarFile(
  offer: Offer,
  reference: string,
  brandName: string,
  now = new Date(),
): string {
  const stamp = `${toBasicFormat(now.toISOString())}Z`;
  const events = offer.slices.flatMap((slice) =>
    slice.segments.flatMap((segment) => formatEvent(segment, reference, stamp)),
  );
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(brandName)}//Booking//EN`,
    ...events,
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}
