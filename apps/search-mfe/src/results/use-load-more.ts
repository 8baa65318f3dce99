import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchQuery } from '../search-query/search-query.ts';
import { addPage, nextPage } from './merge-offers.ts';
import { savePreviousResults } from './previous-results-storage.ts';
import type { SearchResults } from './read-search-response.ts';
import { fetchPage } from './search-calls.ts';
import { searchKey } from './use-flight-search.ts';

const settleMilliseconds = 800;

/** Load More: one page of 100 merged into what is there; stays busy for 0.8 s after it. (RESULTS-16 to RESULTS-18) */
export function useLoadMore(
  query: SearchQuery,
  results: SearchResults | undefined,
  replace: (change: (results: SearchResults) => SearchResults) => void,
) {
  const [settling, setSettling] = useState(false);
  const load = useMutation({
    mutationFn: (loaded: SearchResults) => fetchPage(query, nextPage(loaded.offers.length)),
    retry: false,
    onSuccess: (page, loaded) => {
      savePreviousResults(searchKey(query), loaded.offers);
      replace((before) => addPage(before, page));
    },
    onSettled: () => setSettling(true),
  });
  useEffect(() => {
    if (!settling) return;
    const timer = setTimeout(() => setSettling(false), settleMilliseconds);
    return () => clearTimeout(timer);
  }, [settling]);
  return {
    busy: load.isPending || settling,
    error: load.error,
    loadMore: () => results && load.mutate(results),
  };
}
