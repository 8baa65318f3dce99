import { nextPageSize } from '@fareline/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchQuery } from '../search-query/search-query.ts';
import { isWhole, getNextPage, type SearchResults } from './merge-offers.ts';
import { savePreviousResults } from './previous-results-storage.ts';
import type { ParsedSearchResponse } from './parse-search-response.ts';
import { fetchPage, fetchWholeList } from './search-api.ts';
import { searchKey } from './use-flight-search.ts';
import { mergeIntoCache } from './use-whole-list.ts';

const settleMilliseconds = 800;

/** The page after what is there; where it belongs to another search, or brings nothing new, the list is asked for as a whole. */
async function fetchMore(
  query: SearchQuery,
  { searchId, offers }: SearchResults,
): Promise<ParsedSearchResponse> {
  const page = await fetchPage(query, getNextPage(offers.length));
  const known = new Set(offers.map(({ id }) => id));
  const isNext = page.searchId === searchId && page.offers.some(({ id }) => !known.has(id));
  return isNext ? page : fetchWholeList(query);
}

/** Load More: 100 more cards, fetched where the list is not there as a whole; busy for 0.8 s after it. (RESULTS-16 to RESULTS-18) */
export function useLoadMore(
  query: SearchQuery,
  results: SearchResults,
  replace: (change: (results: SearchResults) => SearchResults) => void,
) {
  const client = useQueryClient();
  const [settling, setSettling] = useState(false);
  const show = ({ offers, cards }: SearchResults) => {
    savePreviousResults(searchKey(query), offers.slice(0, cards));
    replace((before) => ({ ...before, cards: cards + nextPageSize }));
    setSettling(true);
  };
  const load = useMutation({
    mutationFn: (loaded: SearchResults) => fetchMore(query, loaded),
    retry: false,
    onSuccess: (answer, loaded) => {
      mergeIntoCache(client, query, answer);
      show(loaded);
    },
    onError: () => setSettling(true),
  });
  useEffect(() => {
    if (!settling) return;
    const timer = setTimeout(() => setSettling(false), settleMilliseconds);
    return () => clearTimeout(timer);
  }, [settling]);
  return {
    busy: load.isPending || settling,
    error: load.error,
    loadMore: () => (isWhole(results) ? show(results) : load.mutate(results)),
  };
}
