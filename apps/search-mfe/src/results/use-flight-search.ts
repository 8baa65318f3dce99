import { firstPageSize } from '@fareline/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toSearchParams, type SearchQuery } from '../search-query/search-query.ts';
import { toInitialResults, type SearchResults } from './merge-offers.ts';
import { fetchFirstPage } from './search-api.ts';
import { SearchError } from './search-error.ts';

const minute = 60_000;
const maxBusyWait = 2 * minute;
const maxBackoff = 20_000;

export const getRetryAfterSeconds = (error: unknown) =>
  error instanceof SearchError ? error.retryAfterSeconds : undefined;

/** Each pause twice the one before, and never shorter than the service asks for. */
export const getRetryDelay = (failures: number, error: Error) =>
  Math.max((getRetryAfterSeconds(error) ?? 0) * 1000, Math.min(1000 * 2 ** failures, maxBackoff));

/** The name of a search, the same however its address was written. */
export const searchKey = (query: SearchQuery): string => toSearchParams(query).toString();

/** What the keys of all searches begin with. */
export const searchQueryKeyPrefix = '/api/flights/search';

export const searchQueryKey = (query: SearchQuery) => [searchQueryKeyPrefix, searchKey(query)] as const;

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
    queryFn: async ({ signal }) => toInitialResults(await fetchFirstPage(query, signal), previousCount),
    // To compare thousands of offers field by field would hold up the page.
    structuralSharing: false,
    staleTime: 5 * minute,
    gcTime: 10 * minute,
    refetchOnWindowFocus: false,
    retry: (failures, error) => {
      if (failures === 0) busySince.current = Date.now();
      const next = Date.now() + getRetryDelay(failures, error);
      return getRetryAfterSeconds(error) !== undefined && next <= busySince.current + maxBusyWait;
    },
    retryDelay: getRetryDelay,
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
    busy: search.isFetching && getRetryAfterSeconds(search.failureReason) !== undefined,
    refresh: () => void refetch(),
    backToFirstPage: () => replace((results) => ({ ...results, cards: firstPageSize })),
    replace,
  };
}
