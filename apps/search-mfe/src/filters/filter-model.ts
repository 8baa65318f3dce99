export const dayBands = ['early_morning', 'morning', 'afternoon', 'evening'] as const;
export type DayBand = (typeof dayBands)[number];

export const stopChoices = ['0', '1', '2+'] as const;
export type StopChoice = (typeof stopChoices)[number];

/** The chosen filters; an empty list or an absent value excludes nothing. */
export interface Filters {
  /** Lowest and highest price in whole units of the currency. */
  price?: readonly [number, number];
  stops: readonly StopChoice[];
  /** IATA codes of marketing carriers. */
  airlines: readonly string[];
  departure: readonly DayBand[];
  arrival: readonly DayBand[];
  /** Maximum duration of each slice. (FILTER-12) */
  maxMinutes?: number;
  refundable: boolean;
  baggage: boolean;
}

export const noFilters: Filters = {
  stops: [],
  airlines: [],
  departure: [],
  arrival: [],
  refundable: false,
  baggage: false,
};

/** The number of active filters, for the badge. (FILTER-01) */
export function countActiveFilters(filters: Filters): number {
  return [
    filters.price !== undefined,
    filters.stops.length > 0,
    filters.airlines.length > 0,
    filters.departure.length > 0,
    filters.arrival.length > 0,
    filters.maxMinutes !== undefined,
    filters.refundable,
    filters.baggage,
  ].filter(Boolean).length;
}

/** A copy of the list with the value removed, or appended if it was missing. */
export function toggleValue<T>(list: readonly T[], value: T): T[] {
  return list.includes(value) ? list.filter((item) => item !== value) : [...list, value];
}
