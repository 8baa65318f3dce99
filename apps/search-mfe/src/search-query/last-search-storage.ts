import { searchRequestSchema, type SearchRequest } from '@fareline/contracts';
import { searchRequest, type SearchQuery } from './search-query.ts';

const key = 'lastSearchParams';

/** Remembers the search if it is a valid one. (STORE-03) */
export function saveLastSearch(query: SearchQuery): void {
  const valid = searchRequestSchema.safeParse(searchRequest(query));
  if (!valid.success) return;
  try {
    localStorage.setItem(key, JSON.stringify(valid.data));
  } catch (error) {
    console.warn('The last search could not be saved', error);
  }
}

/** The most recent valid search, if there is one. */
export function readLastSearch(): SearchRequest | undefined {
  try {
    const stored = searchRequestSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return stored.success ? stored.data : undefined;
  } catch (error) {
    console.warn('The last search could not be read', error);
    return undefined;
  }
}
