import { checkSearchFields, checkSearchRules, type SearchRequest } from '@fareline/contracts';
import { parseSearchUrl, toSearchRequest, type SearchQuery } from './search-query.ts';

const key = 'lastSearchParams';

/** True for a search that could be made again; whether its day is over is for the one who asks. */
function isValid(query: SearchQuery): boolean {
  const request = toSearchRequest(query);
  return Object.keys(checkSearchFields(request)).length === 0 && !checkSearchRules(request);
}

/** Remembers the search if it is a valid one. (STORE-03) */
export function saveLastSearch(query: SearchQuery): void {
  if (!isValid(query)) return;
  try {
    localStorage.setItem(key, JSON.stringify(toSearchRequest(query)));
  } catch (error) {
    console.warn('The last search could not be saved', error);
  }
}

/** The most recent valid search, if there is one. */
export function readLastSearch(): SearchRequest | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // Anything may stand there: it is read with the care that an address gets.
    const fields = Object.entries(Object(stored) as object).map(([name, value]) => [name, String(value)]);
    const { query } = parseSearchUrl(new URLSearchParams(fields));
    return isValid(query) ? toSearchRequest(query) : undefined;
  } catch (error) {
    console.warn('The last search could not be read', error);
    return undefined;
  }
}
