import { checkSearchFields, checkSearchRules } from '@fareline/contracts';
import { today } from '@fareline/ui-theme';
import { toSearchRequest, type SearchQuery } from './search-query.ts';

/** An address was not chosen from lists: what helps is to say what in it is wrong. */
const sentences: Record<string, string> = {
  origin: 'The origin is not an airport or city code of three letters',
  destination: 'The destination is not an airport or city code of three letters',
  departureDate: 'The departure date is not a day of the calendar',
  returnDate: 'The return date is not a day of the calendar',
};

/** Why the search of an address cannot be made, as far as the browser can know; no call is needed for it. (RESULTS-08) */
export function urlProblem(query: SearchQuery, now = new Date()): string | undefined {
  if (!query.origin || !query.destination || !query.departureDate)
    return 'Missing required flight search parameters';
  const request = toSearchRequest(query);
  const [problem] = Object.entries(checkSearchFields(request));
  if (problem) return sentences[problem[0]] ?? problem[1];
  const broken = checkSearchRules(request);
  if (broken) return broken.message;
  return query.departureDate < today(now) ? 'Departure date cannot be in the past' : undefined;
}
