import {
  nextPageSize,
  searchFlights,
  searchFlightsPage,
  wholeListSize,
  type Offer,
} from '@fareline/contracts';
import { call, retryWhenBusy } from '@fareline/contracts/client';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { isGone, offerQueryOptions } from '../../offers/offer-queries.ts';
import { toSearchParams, toSearchRequest, type SearchQuery } from '../../search-query/search-query.ts';
import { mergeResponse, toInitialResults, type SearchResults } from '../list/merge-offers.ts';
import { parseSearchResponse, type ParsedSearchResponse } from './parse-search-response.ts';
import { toSearchFailure } from '../empty/search-failure.ts';

const minute = 60_000;
const maxWholeListRetries = 3;

/** The key of a search, equal for all URLs of the same search. */
export const searchKey = (query: SearchQuery): string => toSearchParams(query).toString();

/** The prefix of the query keys of all searches. */
const searchesKey = [searchFlights.path];

async function orSearchFailure(response: Promise<unknown>): Promise<ParsedSearchResponse> {
  try {
    return parseSearchResponse(await response);
  } catch (error) {
    throw toSearchFailure(error);
  }
}

/** Fetches page 1 by POST; throws a RequestFailure. (RESULTS-15) */
const fetchFirstPage = (query: SearchQuery, signal: AbortSignal): Promise<ParsedSearchResponse> =>
  orSearchFailure(call(searchFlights, { body: toSearchRequest(query), signal }));

/** Fetches a page by GET, with the same travellers as page 1; throws a RequestFailure. (RESULTS-16) */
export const fetchPage = (
  query: SearchQuery,
  page: number,
  limit = nextPageSize,
): Promise<ParsedSearchResponse> =>
  orSearchFailure(call(searchFlightsPage, { query: { ...toSearchRequest(query), page, limit } }));

/** Fetches the whole list in one response, which may belong to a newer search than the first page. (LIST-01) */
export const fetchWholeList = (query: SearchQuery): Promise<ParsedSearchResponse> =>
  fetchPage(query, 1, wholeListSize);

/** A search with its first page: fresh for 5 minutes, cached for 10. `previousCount` is that of the URL. (RESULTS-25) */
export const searchQueryOptions = (query: SearchQuery, previousCount?: number) =>
  queryOptions({
    queryKey: [...searchesKey, searchKey(query)],
    queryFn: async ({ signal }) => toInitialResults(await fetchFirstPage(query, signal), previousCount),
    // Structural sharing would block the page by comparing thousands of offers field by field.
    structuralSharing: false,
    staleTime: 5 * minute,
    gcTime: 10 * minute,
    refetchOnWindowFocus: false,
    ...retryWhenBusy(),
  });

/** Removes offers that the offer page has found to be gone while the list was being fetched. */
function removeGoneOffers(client: QueryClient, response: ParsedSearchResponse): ParsedSearchResponse {
  const offers = response.offers.filter(({ id }) => {
    const error = client.getQueryState(offerQueryOptions(id).queryKey)?.error;
    return !error || !isGone(error);
  });
  return { ...response, offers, total: response.total - (response.offers.length - offers.length) };
}

/**
 * Merges a response into the cached results. The cache entry keeps its age, which decides when it is refetched, unless the
 * response replaces it with another search.
 */
export function mergeIntoCache(
  client: QueryClient,
  query: SearchQuery,
  response: ParsedSearchResponse,
): void {
  const { queryKey } = searchQueryOptions(query);
  const before = client.getQueryState(queryKey);
  if (!before?.data) return;
  const results = mergeResponse(before.data, removeGoneOffers(client, response));
  const updatedAt = results.searchId === before.data.searchId ? before.dataUpdatedAt : Date.now();
  client.setQueryData(queryKey, results, { updatedAt });
}

/** Merges the whole list into the cached results; a signal would cancel it when the screen unmounts. (LIST-01) */
export function wholeListQueryOptions(query: SearchQuery, searchId: string | undefined) {
  const { retry, retryDelay } = retryWhenBusy();
  return queryOptions({
    queryKey: ['whole-list', searchKey(query), searchId],
    queryFn: async ({ client }) => {
      mergeIntoCache(client, query, await fetchWholeList(query));
      return true;
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: (failures, error) => failures < maxWholeListRetries && retry(failures, error),
    retryDelay,
  });
}

/** Changes the results of all cached searches, which keep their age. */
function updateCachedSearches(client: QueryClient, updater: (results: SearchResults) => SearchResults): void {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: searchesKey }))
    client.setQueryData<SearchResults>(queryKey, (results) => results && updater(results), {
      updatedAt: state.dataUpdatedAt,
    });
}

/** Removes an expired offer from all cached search results, so that Back to Search lists only offers that can be bought. */
export function removeFromCache(client: QueryClient, id: string): void {
  updateCachedSearches(client, (results) => {
    const offers = results.offers.filter((offer) => offer.id !== id);
    if (offers.length === results.offers.length) return results;
    return { ...results, offers, total: results.total - 1 };
  });
}

/** Replaces an offer in all cached search results by one with the same id, so that the list has its new price and fare. (PROVIDER-02) */
export function updateOfferInCache(client: QueryClient, changed: Offer): void {
  updateCachedSearches(client, (results) =>
    results.offers.some(({ id }) => id === changed.id)
      ? { ...results, offers: results.offers.map((offer) => (offer.id === changed.id ? changed : offer)) }
      : results,
  );
}
