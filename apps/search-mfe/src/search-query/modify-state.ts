import { parseSearchUrl, searchUrl, type SearchQuery } from './search-query.ts';

/** What Modify Search takes along to the home page. */
export const toModifyState = (query: SearchQuery) => ({ search: searchUrl(query) });

/** The search that came along, if one did. A history entry outlives releases: it is read with the care that an address gets. */
export function parseModifyState(state: unknown): SearchQuery | undefined {
  const { search } = Object(state) as { search?: unknown };
  if (typeof search !== 'string') return undefined;
  return parseSearchUrl(new URLSearchParams(search.split('?')[1])).query;
}
