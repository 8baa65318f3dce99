import { nextPageSize } from '@fareline/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchQuery } from '../../search-query/search-query.ts';
import { getNextPage, isWhole, type SearchResults } from './merge-offers.ts';
import { savePreviousResults } from '../progress/previous-results-storage.ts';
import type { ParsedSearchResponse } from '../progress/parse-search-response.ts';
import { fetchPage, fetchWholeList, mergeIntoCache, searchKey } from '../progress/search-queries.ts';

const busyResetMs = 800;

/** Fetches the next page, or the whole list if that page belongs to another search or has no new offer. */
async function fetchMore(
  query: SearchQuery,
  { searchId, offers }: SearchResults,
): Promise<ParsedSearchResponse> {
  const page = await fetchPage(query, getNextPage(offers.length));
  const known = new Set(offers.map(({ id }) => id));
  const isNext = page.searchId === searchId && page.offers.some(({ id }) => !known.has(id));
  return isNext ? page : fetchWholeList(query);
}

/** Load More: 100 more cards, fetched unless the whole list is loaded; busy until 0.8 s after the load. (RESULTS-16 to RESULTS-18) */
export function useLoadMore(
  query: SearchQuery,
  results: SearchResults,
  updateResults: (updater: (results: SearchResults) => SearchResults) => void,
) {
  const client = useQueryClient();
  const [isResetPending, setResetPending] = useState(false);
  const showMore = ({ offers, maxCards }: SearchResults) => {
    savePreviousResults(searchKey(query), offers.slice(0, maxCards));
    updateResults((before) => ({ ...before, maxCards: maxCards + nextPageSize }));
    setResetPending(true);
  };
  const load = useMutation({
    mutationFn: (loaded: SearchResults) => fetchMore(query, loaded),
    retry: false,
    onSuccess: (response, loaded) => {
      mergeIntoCache(client, query, response);
      showMore(loaded);
    },
    onError: () => setResetPending(true),
  });
  useEffect(() => {
    if (!isResetPending) return;
    const timer = setTimeout(() => setResetPending(false), busyResetMs);
    return () => clearTimeout(timer);
  }, [isResetPending]);
  return {
    isBusy: load.isPending || isResetPending,
    error: load.error,
    loadMore: () => (isWhole(results) ? showMore(results) : load.mutate(results)),
  };
}
