import {
  findInstant,
  formatOperator,
  type BookingChange,
  type Brand,
  type Place,
  type Segment,
  type Slice,
} from '@fareline/contracts';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { listAgreedChanges } from '../amendments/amendment.repository.ts';
import { formatBookingReference } from '../bookings/format-reference.ts';
import { cancelledStates, type Booking } from '../bookings/booking.repository.ts';
import type { Deps } from '../deps.ts';
import { getFilename, type TravelFile } from './travel-file.ts';

type CalendarBrand = Pick<Brand, 'name' | 'contact'>;
type GivenUp = Pick<BookingChange, 'removed' | 'removed_slices'>;

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
  const [from, to] = [departing_at, arriving_at].map((local) => new Date(`${local.slice(0, 19)}Z`)) as [
    Date,
    Date,
  ];
  // Across the date line a flight arrives before it departs, which no event can.
  return { start: from, end: to < from ? from : to, floating: true };
}

/**
 * The flights by their place in the trip, such as "1-2" for the second flight of the first slice. It names the event, so that a flight
 * that takes the place of another one moves its event.
 */
const byPlace = (slices: readonly Slice[], indexes: readonly number[] = slices.map((_, index) => index)) =>
  new Map(
    slices.flatMap(({ segments }, position) =>
      segments.map(
        (segment, index) => [`${(indexes[position] ?? position) + 1}-${index + 1}`, segment] as const,
      ),
    ),
  );

const formatPlace = ({ name, city_name, iata_code }: Place, terminal: string | undefined): string =>
  [name ?? iata_code, city_name, terminal && `Terminal ${terminal}`].filter(Boolean).join(', ');

/**
 * Calendar file with an event for each flight that has times. The file of a cancelled booking cancels them all, and that of a changed one
 * those in whose place there is no flight any more. `changes` are those of the booking that were agreed. (RFC 5545, RFC 5546, DOC-04)
 */
export function buildCalendarFile(
  booking: Booking,
  { name, contact }: CalendarBrand,
  changes: readonly GivenUp[] = [],
): TravelFile {
  const { id, state, booking_data: data, site_origin } = booking;
  const isCancelled = cancelledStates.includes(state);
  const isFlown = !isCancelled && !data.airline_change?.is_cancelled;
  const flown = byPlace(isFlown ? data.slices : []);
  const known = new Map([
    ...changes.flatMap(({ removed, removed_slices }) => [...byPlace(removed_slices, removed)]),
    ...byPlace(data.earlier_slices ?? []),
    ...byPlace(data.slices),
  ]);
  const method = isFlown ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL;
  // The library does not escape this one.
  const company = name.replace(/[\\;,]/g, '\\$&');
  const calendar = ical({ prodId: { company, product: 'Booking' }, method });
  const tripUrl = `${site_origin}/my-trips/${id}`;
  for (const [place, segment] of known) {
    const times = getTimes(segment);
    if (!times) continue;
    const { origin, destination, flight_number } = segment;
    calendar.createEvent({
      ...times,
      id: `${id}-${place}`,
      // Only cancelling a booking changes its events without changing its flights.
      sequence: booking.flights_version + (isCancelled ? 1 : 0),
      status: flown.has(place) ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
      summary: `${flight_number ?? 'Flight'} ${origin.iata_code ?? ''} to ${destination.iata_code ?? ''}`,
      location: formatPlace(origin, segment.origin_terminal),
      url: tripUrl,
      ...(contact.email && { organizer: { name, email: contact.email } }),
      description: [
        `Booking reference ${formatBookingReference(booking)}`,
        formatOperator(segment),
        `To ${formatPlace(destination, segment.destination_terminal)}`,
        contact.phone && `Questions? Call ${contact.phone}`,
        `Your trip: ${tripUrl}`,
      ]
        .filter(Boolean)
        .join('\n'),
    });
  }
  return {
    filename: getFilename(booking, { name }, 'ics'),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: Buffer.from(calendar.toString()),
  };
}

/** Makes the file from what the tables have of the booking. */
export async function getCalendarFile(deps: Deps, booking: Booking): Promise<TravelFile> {
  const changes = (await listAgreedChanges(deps.db, [booking])).get(booking.id) ?? [];
  // The airline has not made the others.
  const made = changes.filter(({ state }) => state === 'done' || state === 'review');
  return buildCalendarFile(booking, await deps.mailBrands(booking.brand), made);
}
