import { resolvePlace } from '../geo/airports.ts';
import { invalidField } from '../http/errors.ts';

interface SearchedSlice {
  origin: string;
  destination: string;
  departure_date: string;
}

const DAY_MS = 86_400_000;
/** Airlines sell flights about a year ahead. */
const MAX_DAYS_AHEAD = 365;

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

function checkPlaces({ origin, destination }: SearchedSlice, index: number): void {
  for (const [field, code] of Object.entries({ origin, destination }))
    if (!resolvePlace(code))
      throw invalidField(
        `/slices/${index}/${field}`,
        'validation_inclusion',
        `Field '${field}' is not a known IATA code`,
        'Unknown place',
      );
  if (origin === destination)
    throw invalidField(
      `/slices/${index}/destination`,
      'validation_exclusion',
      "Field 'destination' must be different from 'origin'",
      'Invalid destination',
    );
}

/** A slice departs today or later, not before the slice before it, and within a year. */
function checkDate({ departure_date: date }: SearchedSlice, minDate: string, today: string, index: number) {
  const refuse = (reason: string) =>
    invalidField(
      `/slices/${index}/departure_date`,
      'invalid_date',
      `Field 'departure_date' must be ${reason}`,
      'Invalid date',
    );
  if (date < minDate) throw refuse(`after ${addDays(minDate, -1)}`);
  const maxDate = addDays(today, MAX_DAYS_AHEAD);
  if (date > maxDate) throw refuse(`before ${addDays(maxDate, 1)}`);
}

/** Throws Duffel's validation error for slices that cannot be searched. `today` is the UTC date, as '2026-05-01'. */
export function checkSlices(slices: readonly SearchedSlice[], today: string): void {
  slices.forEach((slice, index) => {
    checkPlaces(slice, index);
    checkDate(slice, slices[index - 1]?.departure_date ?? today, today, index);
  });
}

/** Throws Duffel's validation error if a lap infant has no adult. */
export function checkInfants(types: readonly string[]): void {
  const count = (type: string) => types.filter((each) => each === type).length;
  if (count('infant_without_seat') > count('adult'))
    throw invalidField(
      '/passengers',
      'validation_inclusion',
      "Field 'passengers' must contain at least one adult passenger for each infant_without_seat passenger",
      'Invalid passengers',
    );
}
