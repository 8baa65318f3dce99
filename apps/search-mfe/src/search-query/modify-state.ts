import { readSearchAddress, searchAddress, type SearchQuery } from './search-query.ts';

/** What Modify Search takes along to the home page. */
export const modifyState = (query: SearchQuery) => ({ search: searchAddress(query) });

/** The search that came along, if one did. A history entry outlives releases: it is read with the care that an address gets. */
export function searchToModify(state: unknown): SearchQuery | undefined {
  const { search } = Object(state) as { search?: unknown };
  if (typeof search !== 'string') return undefined;
  return readSearchAddress(new URLSearchParams(search.split('?')[1])).query;
}
