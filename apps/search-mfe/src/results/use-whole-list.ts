import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { isGone, offerQueryOptions } from '../offers/offer-queries.ts';
import type { SearchQuery } from '../search-query/search-query.ts';
import { isWhole, mergeResponse, type SearchResults } from './merge-offers.ts';
import type { ParsedSearchResponse } from './parse-search-response.ts';
import { fetchWholeList } from './search-api.ts';
import { getRetryAfterSeconds, getRetryDelay, searchKey, searchQueryKey } from './use-flight-search.ts';

const maxRetries = 3;

/** Whether the whole list is loaded, so that filters and sorting can use all offers. */
export type WholeListStatus = 'complete' | 'loading' | 'failed';

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
  const queryKey = searchQueryKey(query);
  const before = client.getQueryState<SearchResults>(queryKey);
  if (!before?.data) return;
  const results = mergeResponse(before.data, removeGoneOffers(client, response));
  const updatedAt = results.searchId === before.data.searchId ? before.dataUpdatedAt : Date.now();
  client.setQueryData<SearchResults>(queryKey, results, { updatedAt });
}

/**
 * Fetches the whole list as soon as the first page is loaded, so that filters, counts, ranges and sorting cover all offers.
 * The fetch is not cancelled when the screen unmounts, so the list is cached when the visitor returns. (LIST-01, D61)
 */
export function useWholeList(query: SearchQuery, results: SearchResults | undefined) {
  const client = useQueryClient();
  const isNeeded = results !== undefined && !isWhole(results);
  const wholeList = useQuery({
    queryKey: ['whole-list', searchKey(query), results?.searchId],
    queryFn: async () => {
      mergeIntoCache(client, query, await fetchWholeList(query));
      return true;
    },
    enabled: isNeeded,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: (failures, error) => getRetryAfterSeconds(error) !== undefined && failures < maxRetries,
    retryDelay: getRetryDelay,
  });
  const status: WholeListStatus = !isNeeded
    ? 'complete'
    : wholeList.fetchStatus === 'idle'
      ? 'failed'
      : 'loading';
  return { status, retry: () => void wholeList.refetch() };
}
