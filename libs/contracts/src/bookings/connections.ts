import { formatMinutes } from '../offers/duration.ts';
import { shortLayoverMinutes } from '../offers/flight-notes.ts';
import { getCityName, getMinutesBetween } from '../offers/layover.ts';
import type { Segment, Slice } from '../offers/offer.schema.ts';
import type { BookingData } from './booking.schema.ts';

const getName = ({ flight_number, origin }: Segment): string =>
  flight_number ?? `the flight from ${getCityName(origin)}`;

function describeConnection(before: Segment, after: Segment, isInSlice: boolean): string[] {
  const minutes = getMinutesBetween(before, after);
  if (minutes === undefined) return [];
  const city = getCityName(before.destination);
  if (minutes < 0) {
    const [arriving, leaving] = [getName(before), getName(after)];
    return [`You cannot take both flights: ${leaving} leaves before ${arriving} has landed in ${city}.`];
  }
  return isInSlice && minutes < shortLayoverMinutes
    ? [
        `You have only ${formatMinutes(minutes)} to change planes in ${city}: ask the airline whether that is enough.`,
      ]
    : [];
}

/** What does not fit together, or hardly, of a trip in the order of its flights, a sentence each. */
function listProblems(slices: readonly Slice[]): string[] {
  const flights = slices.flatMap(({ id, segments }) => segments.map((segment) => ({ id, segment })));
  return flights.flatMap(({ id, segment }, index) => {
    const before = flights[index - 1];
    return before ? describeConnection(before.segment, segment, before.id === id) : [];
  });
}

/** What does not fit together any more since the airline has changed the flights, a sentence each. (TRIP-05) */
export function listConnectionProblems({
  slices,
  earlier_slices: earlier = slices,
}: Pick<BookingData, 'slices' | 'earlier_slices'>): string[] {
  const known = new Set(listProblems(earlier));
  return listProblems(slices).filter((problem) => !known.has(problem));
}
