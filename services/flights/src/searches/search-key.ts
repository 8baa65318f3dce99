import type { Mode, SearchRequest } from '@fareline/contracts';

/** Cache key of a search; equal for equal searches in the same mode. (CACHE-03) */
export const toSearchKey = (mode: Mode, query: SearchRequest): string =>
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

/** Single flight key of a search, which is also the name of its completion event. */
export const toFlightKey = (searchKey: string): string => `search.${searchKey}`;

/** Name of the event for a new snapshot of the early results of a search. */
export const toProgressEvent = (searchKey: string): string => `progress.${searchKey}`;
