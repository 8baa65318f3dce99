import type { Mode, SearchRequest } from '@fareline/contracts';

/** Cache key of a search; equal for equal searches in the same mode. (CACHE-03) */
export const searchCacheKey = (mode: Mode, query: SearchRequest): string =>
  [
    mode,
    query.origin,
    query.destination,
    query.departureDate,
    query.returnDate ?? 'one-way',
    query.cabinClass,
    query.adultsCount,
    query.childrenCount,
    query.infantsCount,
  ].join('.');

/** Single flight key of a search. */
export const searchFlightKey = (searchKey: string): string => `search.${searchKey}`;
