import { firstPageSize } from '@fareline/contracts';
import { getNextTryAt, getRetryAfterSeconds, isOwnLimit } from '@fareline/contracts/client';
import { useRetryWhenOnline } from '@fareline/ui-theme';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SearchQuery } from '../../search-query/search-query.ts';
import type { SearchResults } from '../list/merge-offers.ts';
import { searchQueryOptions } from './search-queries.ts';

/** The next automatic try of a refused search. */
export interface SearchRetry {
  /** In milliseconds since 1970. */
  until: number;
  /** Whether a limit of the visitor's connection is the reason. */
  isOwnLimit: boolean;
}

function toRetry(failure: Error | null): SearchRetry | undefined {
  const until = getNextTryAt(failure);
  if (until === undefined || getRetryAfterSeconds(failure) === undefined) return undefined;
  return { until, isOwnLimit: isOwnLimit(failure) };
}

/** The results of a search. A refused search is repeated for five minutes, a failed one when the browser is online again. (PROVIDER-07) */
export function useFlightSearch(query: SearchQuery, previousCount: number | undefined) {
  const client = useQueryClient();
  const search = useQuery(searchQueryOptions(query, previousCount));
  const { error, refetch } = search;
  useRetryWhenOnline(error ? refetch : undefined);
  const updateResults = useCallback(
    (updater: (results: SearchResults) => SearchResults) => {
      const { queryKey } = searchQueryOptions(query);
      client.setQueryData(queryKey, (results) => results && updater(results), {
        // A local change must not reset the age of the cache entry.
        updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt,
      });
    },
    [client, query],
  );
  return {
    results: search.data,
    error,
    receivedAt: search.dataUpdatedAt,
    isSearching: search.isFetching,
    retry: search.isFetching ? toRetry(search.failureReason) : undefined,
    refresh: () => void refetch(),
    showFirstPage: () => updateResults((results) => ({ ...results, maxCards: firstPageSize })),
    updateResults,
  };
}
