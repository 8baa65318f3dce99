import type { SearchRequest } from '@fareline/contracts';
import {
  parseSearchQuery,
  toFromParams as toFromSearchParams,
  toSearchParams,
  type SearchQuery,
} from '@fareline/contracts/pages';
import { toQueryString, type ListParams } from './list-params.ts';

export { toSearchParams, type SearchQuery, type TripType } from '@fareline/contracts/pages';

export interface ParsedSearchUrl {
  query: SearchQuery;
  /** The `previousCount` of a URL with `showMore=true`; undefined otherwise. (RESULTS-05) */
  previousCount: number | undefined;
  /** Whether the URL has parameters that are applied once and then removed. (RESULTS-06) */
  hasOneTimeParams: boolean;
}

/** Parses the URL of the results page. (RESULTS-01 to RESULTS-06) */
export function parseSearchUrl(searchParams: URLSearchParams): ParsedSearchUrl {
  const showMore = searchParams.get('showMore') === 'true';
  return {
    query: parseSearchQuery(searchParams),
    previousCount: showMore ? Number.parseInt(searchParams.get('previousCount') ?? '', 10) || 0 : undefined,
    hasOneTimeParams: [...searchParams.keys()].some(
      (name) => name.startsWith('from_') || name === 'showMore' || name === 'previousCount',
    ),
  };
}

/** The URL of the results page, with the parameters of the list. */
export const searchUrl = (query: SearchQuery, list: ListParams = {}): string =>
  `/search?${toQueryString(new URLSearchParams([...toSearchParams(query), ...Object.entries(list)]))}`;

/** The search and list parameters with the prefix `from_`, for the URL of the offer page. (CARD-08) */
export function toFromParams(query: SearchQuery, list: ListParams = {}): URLSearchParams {
  const searchParams = toFromSearchParams(query);
  for (const [name, value] of Object.entries(list)) searchParams.set(`from_${name}`, value);
  return searchParams;
}

/** The request body of a search, without a return date for one-way. (FORM-04) */
export function toSearchRequest({ tripType, returnDate, ...fields }: SearchQuery): SearchRequest {
  return tripType === 'round-trip' && returnDate ? { ...fields, returnDate } : fields;
}
