import { firstPageSize } from '@fareline/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { searchParameters, type SearchQuery } from '../search-query/search-query.ts';
import { firstResults, type SearchResults } from './merge-offers.ts';
import { fetchFirstPage } from './search-api.ts';
import { SearchFailure } from './search-error.ts';

const minute = 60_000;
const mostWaiting = 2 * minute;
const longestPauseOfOurs = 20_000;

export const busySeconds = (error: unknown) =>
  error instanceof SearchFailure ? error.retryAfterSeconds : undefined;

/** Each pause twice the one before, and never shorter than the service asks for. */
export const pauseAfter = (failures: number, error: Error) =>
  Math.max((busySeconds(error) ?? 0) * 1000, Math.min(1000 * 2 ** failures, longestPauseOfOurs));

/** The name of a search, the same however its address was written. */
export const searchKey = (query: SearchQuery): string => searchParameters(query).toString();

/** What the keys of all searches begin with. */
export const searchesKey = '/api/flights/search';

export const searchQueryKey = (query: SearchQuery) => [searchesKey, searchKey(query)] as const;

/**
 * The results of a search: fresh for 5 minutes, kept for 10; a busy search is asked again by itself for two minutes, one
 * that failed when the line is back. (RESULTS-25, PROVIDER-07)
 */
export function useFlightSearch(query: SearchQuery, previousCount: number | undefined) {
  const client = useQueryClient();
  const key = searchQueryKey(query);
  const busySince = useRef(0);
  const search = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => firstResults(await fetchFirstPage(query, signal), previousCount),
    // To compare thousands of offers field by field would hold up the page.
    structuralSharing: false,
    staleTime: 5 * minute,
    gcTime: 10 * minute,
    refetchOnWindowFocus: false,
    retry: (failures, error) => {
      if (failures === 0) busySince.current = Date.now();
      const next = Date.now() + pauseAfter(failures, error);
      return busySeconds(error) !== undefined && next <= busySince.current + mostWaiting;
    },
    retryDelay: pauseAfter,
  });
  const { error, refetch } = search;
  useEffect(() => {
    if (!error) return undefined;
    const again = () => void refetch();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [error, refetch]);
  const replace = (change: (results: SearchResults) => SearchResults) =>
    client.setQueryData<SearchResults>(key, (results) => results && change(results), {
      // What is done to a list makes it no younger.
      updatedAt: client.getQueryState(key)?.dataUpdatedAt,
    });
  return {
    results: search.data,
    error,
    receivedAt: search.dataUpdatedAt,
    searching: search.isFetching,
    busy: search.isFetching && busySeconds(search.failureReason) !== undefined,
    refresh: () => void refetch(),
    backToFirstPage: () => replace((results) => ({ ...results, cards: firstPageSize })),
    replace,
  };
}
