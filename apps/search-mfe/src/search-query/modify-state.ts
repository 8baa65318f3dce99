import { parseSearchUrl, searchUrl, type SearchQuery } from './search-query.ts';

/** The router state with which Modify Search opens the home page. */
export const toModifyState = (query: SearchQuery) => ({ search: searchUrl(query) });

/** The search of a router state, if any; parsed like a URL because history entries may come from another release. */
export function parseModifyState(state: unknown): SearchQuery | undefined {
  const { search } = Object(state) as { search?: unknown };
  if (typeof search !== 'string') return undefined;
  return parseSearchUrl(new URLSearchParams(search.split('?')[1])).query;
}
