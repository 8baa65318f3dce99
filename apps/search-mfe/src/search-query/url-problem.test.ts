import { expect, it } from 'vitest';
import { urlProblem } from './url-problem.ts';
import { parseSearchUrl } from './search-query.ts';

const now = new Date('2026-11-21T12:00:00');
const getProblem = (changes: string) => {
  const searchParams = new URLSearchParams('origin=MAD&destination=LHR&departureDate=2026-12-05');
  for (const [name, value] of new URLSearchParams(changes)) searchParams.set(name, value);
  return urlProblem(parseSearchUrl(searchParams).query, now);
};

it.each([
  ['origin=', 'Missing required flight search parameters'],
  ['destination=', 'Missing required flight search parameters'],
  ['departureDate=', 'Missing required flight search parameters'],
  ['departureDate=2025-11-21', 'Departure date cannot be in the past'],
  ['departureDate=2027-02-31', 'The departure date is not a day of the calendar'],
  ['departureDate=soon', 'The departure date is not a day of the calendar'],
  ['returnDate=2026-12-01', 'Return date must be after departure date'],
  ['returnDate=never', 'The return date is not a day of the calendar'],
  ['origin=London', 'The origin is not an airport or city code of three letters'],
  [
    'destination=%3Cscript%3Ealert(1)%3C/script%3E',
    'The destination is not an airport or city code of three letters',
  ],
  ['destination=mad', 'Origin and destination cannot be the same'],
  ['adults=40', 'At most 9 travellers can be searched for at once'],
  ['adults=4000000', 'At most 9 travellers can be searched for at once'],
  ['adults=5&children=5', 'At most 9 travellers can be searched for at once'],
  ['adults=0', 'At least 1 adult is required'],
  ['adults=1&infants=3', 'Each infant needs an adult to travel with'],
])('[RESULTS-08] reports for %s: %s', (changes, message) => expect(getProblem(changes)).toBe(message));

it.each(['', 'departureDate=2026-11-21', 'returnDate=2026-12-05', 'tripType=round-trip'])(
  'returns undefined for a valid search with "%s"',
  (changes) => expect(getProblem(changes)).toBeUndefined(),
);
