import { nextPageSize, searchFlights, searchFlightsPage, wholeListSize } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { searchRequest, type SearchQuery } from '../search-query/search-query.ts';
import { readSearchResponse, type SearchAnswer } from './parse-search-response.ts';
import { toSearchFailure } from './search-error.ts';

async function orFailure(answer: Promise<unknown>): Promise<SearchAnswer> {
  try {
    return readSearchResponse(await answer);
  } catch (error) {
    throw toSearchFailure(error);
  }
}

/** Page 1 by POST. Raises a SearchFailure. (RESULTS-15) */
export function fetchFirstPage(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer> {
  return orFailure(call(searchFlights, { body: searchRequest(query), signal }));
}

/** A later page by GET, with the same travellers. (RESULTS-16) */
export function fetchPage(query: SearchQuery, page: number, limit = nextPageSize): Promise<SearchAnswer> {
  return orFailure(call(searchFlightsPage, { query: { ...searchRequest(query), page, limit } }));
}

/** The whole list in one answer, as the first page's search has it or a newer one. (LIST-01, D61) */
export const fetchWholeList = (query: SearchQuery): Promise<SearchAnswer> =>
  fetchPage(query, 1, wholeListSize);
