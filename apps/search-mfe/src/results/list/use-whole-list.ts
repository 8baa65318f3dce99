import { useQuery } from '@tanstack/react-query';
import type { SearchQuery } from '../../search-query/search-query.ts';
import { isWhole, type SearchResults } from './merge-offers.ts';
import { wholeListQueryOptions } from '../progress/search-queries.ts';

/** Whether the whole list is loaded, so that filters and sorting can use all offers. */
export type WholeListStatus = 'complete' | 'loading' | 'failed';

/**
 * Fetches the whole list as soon as the first page is loaded, so that filters, counts, ranges and sorting cover all offers.
 * The fetch is not cancelled when the screen unmounts, so the list is cached when the visitor returns. (LIST-01)
 */
export function useWholeList(query: SearchQuery, results: SearchResults | undefined) {
  const isNeeded = results !== undefined && !isWhole(results);
  const wholeList = useQuery({ ...wholeListQueryOptions(query, results?.searchId), enabled: isNeeded });
  const status: WholeListStatus = !isNeeded
    ? 'complete'
    : wholeList.fetchStatus === 'idle'
      ? 'failed'
      : 'loading';
  return { status, retry: () => void wholeList.refetch() };
}
