import { nextPageSize, searchFlights, searchFlightsPage, wholeListSize } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { toSearchRequest, type SearchQuery } from '../search-query/search-query.ts';
import { parseSearchResponse, type ParsedSearchResponse } from './parse-search-response.ts';
import { toSearchError } from './search-error.ts';

async function orSearchError(response: Promise<unknown>): Promise<ParsedSearchResponse> {
  try {
    return parseSearchResponse(await response);
  } catch (error) {
    throw toSearchError(error);
  }
}

/** Fetches page 1 by POST; throws a SearchError. (RESULTS-15) */
export function fetchFirstPage(query: SearchQuery, signal: AbortSignal): Promise<ParsedSearchResponse> {
  return orSearchError(call(searchFlights, { body: toSearchRequest(query), signal }));
}

/** Fetches a page by GET, with the same travellers as page 1; throws a SearchError. (RESULTS-16) */
export function fetchPage(
  query: SearchQuery,
  page: number,
  limit = nextPageSize,
): Promise<ParsedSearchResponse> {
  return orSearchError(call(searchFlightsPage, { query: { ...toSearchRequest(query), page, limit } }));
}

/** Fetches the whole list in one response, which may belong to a newer search than the first page. (LIST-01, D61) */
export const fetchWholeList = (query: SearchQuery): Promise<ParsedSearchResponse> =>
  fetchPage(query, 1, wholeListSize);
