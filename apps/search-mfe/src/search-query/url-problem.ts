import { checkSearchFields, checkSearchRules } from '@fareline/contracts';
import { today } from '@fareline/presentation/formats';
import { toSearchRequest, type SearchQuery } from './search-query.ts';

/** Messages that name the invalid URL parameter, as its value was not chosen in a form. */
const messages: Record<string, string> = {
  origin: 'The origin is not an airport or city code of three letters',
  destination: 'The destination is not an airport or city code of three letters',
  departureDate: 'The departure date is not a day of the calendar',
  returnDate: 'The return date is not a day of the calendar',
};

/** The message why the search of a URL is invalid, checked without a call; undefined if it is valid. (RESULTS-08) */
export function urlProblem(query: SearchQuery, now = new Date()): string | undefined {
  if (!query.origin || !query.destination || !query.departureDate)
    return 'Missing required flight search parameters';
  const request = toSearchRequest(query);
  const [problem] = Object.entries(checkSearchFields(request));
  if (problem) return messages[problem[0]] ?? problem[1];
  const violation = checkSearchRules(request);
  if (violation) return violation.message;
  return query.departureDate < today(now) ? 'Departure date cannot be in the past' : undefined;
}
