import { nextPageSize, searchFlights, searchFlightsPage, wholeListSize } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { toSearchRequest, type SearchQuery } from '../search-query/search-query.ts';
import { parseSearchResponse, type ParsedSearchResponse } from './parse-search-response.ts';
import { toSearchError } from './search-error.ts';

async function orFailure(answer: Promise<unknown>): Promise<ParsedSearchResponse> {
  try {
    return parseSearchResponse(await answer);
  } catch (error) {
    throw toSearchError(error);
  }
}

/** Page 1 by POST. Raises a SearchError. (RESULTS-15) */
export function fetchFirstPage(query: SearchQuery, signal: AbortSignal): Promise<ParsedSearchResponse> {
  return orFailure(call(searchFlights, { body: toSearchRequest(query), signal }));
}

/** A later page by GET, with the same travellers. (RESULTS-16) */
export function fetchPage(
  query: SearchQuery,
  page: number,
  limit = nextPageSize,
): Promise<ParsedSearchResponse> {
  return orFailure(call(searchFlightsPage, { query: { ...toSearchRequest(query), page, limit } }));
}

/** The whole list in one answer, as the first page's search has it or a newer one. (LIST-01, D61) */
export const fetchWholeList = (query: SearchQuery): Promise<ParsedSearchResponse> =>
  fetchPage(query, 1, wholeListSize);
