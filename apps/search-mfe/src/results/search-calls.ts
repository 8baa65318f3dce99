import { nextPageSize, searchFlights, searchFlightsPage } from '@fareline/contracts';
import { call } from '@fareline/contracts/client';
import { searchRequest, type SearchQuery } from '../search-query/search-query.ts';
import { addPage, nextPage } from './merge-offers.ts';
import { readSearchResponse, type SearchResults } from './read-search-response.ts';
import { toSearchFailure } from './search-failure.ts';

async function orFailure(answer: Promise<unknown>): Promise<SearchResults> {
  try {
    return readSearchResponse(await answer);
  } catch (error) {
    throw toSearchFailure(error);
  }
}

/** Page 1 by POST. Raises a SearchFailure. (RESULTS-15) */
export function fetchFirstPage(query: SearchQuery, signal?: AbortSignal): Promise<SearchResults> {
  return orFailure(call(searchFlights, { body: searchRequest(query), ...(signal ? { signal } : {}) }));
}

/** A later page by GET, with the same travellers. (RESULTS-16) */
export function fetchPage(query: SearchQuery, page: number, signal?: AbortSignal): Promise<SearchResults> {
  const fields = { ...searchRequest(query), page, limit: nextPageSize };
  return orFailure(call(searchFlightsPage, { query: fields, ...(signal ? { signal } : {}) }));
}

/**
 * The first page, and where the address asked for more everything up to the page that follows `previousCount`: every page on
 * the way, so that there is no gap. (RESULTS-05, RESULTS-17)
 */
export async function fetchResults(
  query: SearchQuery,
  previousCount: number | undefined,
  signal?: AbortSignal,
): Promise<SearchResults> {
  let results = await fetchFirstPage(query, signal);
  if (previousCount === undefined) return results;
  for (let page = 1; page <= nextPage(previousCount); page += 1) {
    if (page > 1 && results.offers.length >= results.total) break;
    results = addPage(results, await fetchPage(query, page, signal));
  }
  return results;
}
