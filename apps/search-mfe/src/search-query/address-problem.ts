import { searchRequestSchema } from '@fareline/contracts';
import { today } from '@fareline/ui-theme';
import { searchRequest, type SearchQuery } from './search-query.ts';

/** Where the rule has no sentence of its own that would help. */
const sentences: Record<string, string> = {
  origin: 'The origin is not an airport or city code of three letters',
  destination: 'The destination is not an airport or city code of three letters',
  departureDate: 'The departure date is not a day of the calendar',
  returnDate: 'The return date is not a day of the calendar',
};

/** Why the search of an address cannot be made, as far as the browser can know; no call is needed for it. (RESULTS-08) */
export function addressProblem(query: SearchQuery, now = new Date()): string | undefined {
  if (!query.origin || !query.destination || !query.departureDate)
    return 'Missing required flight search parameters';
  const issue = searchRequestSchema.safeParse(searchRequest(query)).error?.issues[0];
  if (issue) {
    const field = String(issue.path[0]);
    return issue.code === 'custom' ? issue.message : (sentences[field] ?? issue.message);
  }
  return query.departureDate < today(now) ? 'Departure date cannot be in the past' : undefined;
}
