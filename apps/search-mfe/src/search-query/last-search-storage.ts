import { checkSearchFields, checkSearchRules, type SearchRequest } from '@fareline/contracts';
import { parseSearchUrl, toSearchRequest, type SearchQuery } from './search-query.ts';

const key = 'lastSearchParams';

/** Whether the search follows all rules; the caller checks whether its dates are in the past. */
function isValid(query: SearchQuery): boolean {
  const request = toSearchRequest(query);
  return Object.keys(checkSearchFields(request)).length === 0 && !checkSearchRules(request);
}

/** Stores the search if it is valid. (STORE-03) */
export function saveLastSearch(query: SearchQuery): void {
  if (!isValid(query)) return;
  try {
    localStorage.setItem(key, JSON.stringify(toSearchRequest(query)));
  } catch (error) {
    console.warn('The last search could not be saved', error);
  }
}

/** The most recent valid search, if any. (STORE-03) */
export function readLastSearch(): SearchRequest | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // The stored value may be anything, so it is parsed like a URL.
    const fields = Object.entries(Object(stored) as object).map(([name, value]) => [name, String(value)]);
    const { query } = parseSearchUrl(new URLSearchParams(fields));
    return isValid(query) ? toSearchRequest(query) : undefined;
  } catch (error) {
    console.warn('The last search could not be read', error);
    return undefined;
  }
}
