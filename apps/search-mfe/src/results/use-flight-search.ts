import { firstPageSize } from '@fareline/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toSearchParams, type SearchQuery } from '../search-query/search-query.ts';
import { toInitialResults, type SearchResults } from './merge-offers.ts';
import { fetchFirstPage } from './search-api.ts';
import { SearchError } from './search-error.ts';

const minute = 60_000;
const maxBusyMs = 2 * minute;
const maxBackoffMs = 20_000;

export const getRetryAfterSeconds = (error: unknown) =>
  error instanceof SearchError ? error.retryAfterSeconds : undefined;

/** Exponential backoff in ms, never shorter than Retry-After. */
export const getRetryDelay = (failures: number, error: Error) =>
  Math.max((getRetryAfterSeconds(error) ?? 0) * 1000, Math.min(1000 * 2 ** failures, maxBackoffMs));

/** The key of a search, equal for all URLs of the same search. */
export const searchKey = (query: SearchQuery): string => toSearchParams(query).toString();

/** The prefix of the query keys of all searches. */
export const searchQueryKeyPrefix = '/api/flights/search';

export const searchQueryKey = (query: SearchQuery) => [searchQueryKeyPrefix, searchKey(query)] as const;

/**
 * The query of a search: fresh for 5 minutes, cached for 10. A busy search is retried for two minutes, a failed one when the
 * browser is online again. (RESULTS-25, PROVIDER-07)
 */
export function useFlightSearch(query: SearchQuery, previousCount: number | undefined) {
  const client = useQueryClient();
  const key = searchQueryKey(query);
  const busySince = useRef(0);
  const search = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => toInitialResults(await fetchFirstPage(query, signal), previousCount),
    // Structural sharing would block the page by comparing thousands of offers field by field.
    structuralSharing: false,
    staleTime: 5 * minute,
    gcTime: 10 * minute,
    refetchOnWindowFocus: false,
    retry: (failures, error) => {
      if (failures === 0) busySince.current = Date.now();
      const nextAttempt = Date.now() + getRetryDelay(failures, error);
      return getRetryAfterSeconds(error) !== undefined && nextAttempt <= busySince.current + maxBusyMs;
    },
    retryDelay: getRetryDelay,
  });
  const { error, refetch } = search;
  useEffect(() => {
    if (!error) return undefined;
    const retry = () => void refetch();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [error, refetch]);
  const updateResults = (updater: (results: SearchResults) => SearchResults) =>
    client.setQueryData<SearchResults>(key, (results) => results && updater(results), {
      // A local change must not reset the age of the cache entry.
      updatedAt: client.getQueryState(key)?.dataUpdatedAt,
    });
  return {
    results: search.data,
    error,
    receivedAt: search.dataUpdatedAt,
    isSearching: search.isFetching,
    isBusy: search.isFetching && getRetryAfterSeconds(search.failureReason) !== undefined,
    refresh: () => void refetch(),
    showFirstPage: () => updateResults((results) => ({ ...results, maxCards: firstPageSize })),
    updateResults,
  };
}
