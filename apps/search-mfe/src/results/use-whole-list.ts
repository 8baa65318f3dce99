import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { isGone, offerQueryOptions } from '../offers/offer-queries.ts';
import type { SearchQuery } from '../search-query/search-query.ts';
import { mergeResponse, isWhole, type SearchResults } from './merge-offers.ts';
import type { ParsedSearchResponse } from './parse-search-response.ts';
import { fetchWholeList } from './search-api.ts';
import { getRetryAfterSeconds, getRetryDelay, searchKey, searchQueryKey } from './use-flight-search.ts';

const maxRetries = 3;

/** How much of the result the screen can compare. */
export type Comparison = 'all' | 'loading' | 'failed';

/** An offer that its own page found gone while the list was on its way does not come back with it. */
function removeGoneOffers(client: QueryClient, answer: ParsedSearchResponse): ParsedSearchResponse {
  const offers = answer.offers.filter(({ id }) => {
    const error = client.getQueryState(offerQueryOptions(id).queryKey)?.error;
    return !error || !isGone(error);
  });
  return { ...answer, offers, total: answer.total - (answer.offers.length - offers.length) };
}

/**
 * Puts an answer into the list that is on the screen. The list keeps its age, by which it is asked for again, unless another
 * one takes its place.
 */
export function mergeIntoCache(client: QueryClient, query: SearchQuery, answer: ParsedSearchResponse): void {
  const queryKey = searchQueryKey(query);
  const before = client.getQueryState<SearchResults>(queryKey);
  if (!before?.data) return;
  const results = mergeResponse(before.data, removeGoneOffers(client, answer));
  const updatedAt = results.searchId === before.data.searchId ? before.dataUpdatedAt : Date.now();
  client.setQueryData<SearchResults>(queryKey, results, { updatedAt });
}

/**
 * Fetches the rest of a list as soon as its first page is there, so that filters, counts, ranges and sorts speak of all offers.
 * It goes on when the screen is left: who comes back finds the list. (LIST-01, D61)
 */
export function useWholeList(query: SearchQuery, results: SearchResults | undefined) {
  const client = useQueryClient();
  const isNeeded = results !== undefined && !isWhole(results);
  const rest = useQuery({
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
  const comparison: Comparison = !isNeeded ? 'all' : rest.fetchStatus === 'idle' ? 'failed' : 'loading';
  return { comparison, compareAll: () => void rest.refetch() };
}
