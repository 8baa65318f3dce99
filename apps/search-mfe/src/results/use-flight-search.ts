import { firstPageSize } from '@fareline/contracts';
import { useRetryWhenOnline } from '@fareline/ui-theme';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SearchQuery } from '../search-query/search-query.ts';
import type { SearchResults } from './merge-offers.ts';
import { SearchError } from './search-error.ts';
import { getRetryAfterSeconds, getRetryDelay, searchQueryOptions } from './search-queries.ts';

const maxBusyMs = 120_000;

/** An automatic retry of a search. */
export interface SearchRetry {
  attempt: number;
  seconds: number;
  /** Whether a limit of the visitor's connection is the reason. */
  isOwnLimit: boolean;
}

function toRetry({
  failureCount,
  failureReason,
}: {
  failureCount: number;
  failureReason: Error | null;
}): SearchRetry | undefined {
  if (!failureReason || getRetryAfterSeconds(failureReason) === undefined) return undefined;
  return {
    attempt: failureCount,
    seconds: getRetryDelay(failureCount - 1, failureReason) / 1000,
    isOwnLimit: failureReason instanceof SearchError && failureReason.isOwnLimit,
  };
}

/** The results of a search. A busy search is retried for two minutes, a failed one when the browser is online again. (PROVIDER-07) */
export function useFlightSearch(query: SearchQuery, previousCount: number | undefined) {
  const client = useQueryClient();
  const options = searchQueryOptions(query, previousCount);
  const busySince = useRef(0);
  const search = useQuery({
    ...options,
    retry: (failures, error) => {
      if (failures === 0) busySince.current = Date.now();
      const nextAttempt = Date.now() + getRetryDelay(failures, error);
      return getRetryAfterSeconds(error) !== undefined && nextAttempt <= busySince.current + maxBusyMs;
    },
  });
  const { error, refetch } = search;
  useRetryWhenOnline(error ? refetch : undefined);
  const updateResults = (updater: (results: SearchResults) => SearchResults) =>
    client.setQueryData(options.queryKey, (results) => results && updater(results), {
      // A local change must not reset the age of the cache entry.
      updatedAt: client.getQueryState(options.queryKey)?.dataUpdatedAt,
    });
  return {
    results: search.data,
    error,
    receivedAt: search.dataUpdatedAt,
    isSearching: search.isFetching,
    retry: search.isFetching ? toRetry(search) : undefined,
    refresh: () => void refetch(),
    showFirstPage: () => updateResults((results) => ({ ...results, maxCards: firstPageSize })),
    updateResults,
  };
}
