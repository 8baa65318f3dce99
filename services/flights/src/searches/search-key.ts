import type { Mode, SearchRequest } from '@fareline/contracts';

/** One name for every way to ask the same thing in the same mode. (CACHE-03) */
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

/** The search's name as a single flight. */
export const searchFlightKey = (searchKey: string): string => `search.${searchKey}`;
