export const dayBands = ['early_morning', 'morning', 'afternoon', 'evening'] as const;
export type DayBand = (typeof dayBands)[number];

export const stopChoices = ['0', '1', '2+'] as const;
export type StopChoice = (typeof stopChoices)[number];

/** A time of one direction: when the outbound or the return departs from its first airport, or arrives at its last. */
export const timeKeys = ['departOutbound', 'arriveOutbound', 'departReturn', 'arriveReturn'] as const;
export type TimeKey = (typeof timeKeys)[number];
/** Earliest and latest minute of the day, both included, local to the airport. */
export type TimeRange = readonly [number, number];

/** The chosen filters; an empty list or an absent value excludes nothing. */
export interface Filters {
  /** Lowest and highest price in whole units of the currency. */
  price?: readonly [number, number];
  stops: readonly StopChoice[];
  /** IATA codes of marketing carriers. */
  airlines: readonly string[];
  departure: readonly DayBand[];
  arrival: readonly DayBand[];
  /** Refine the bands for one direction. (FILTER-11) */
  times: Readonly<Partial<Record<TimeKey, TimeRange>>>;
  /** IATA codes of layover airports, one of which an offer has to have. */
  via: readonly string[];
  /** IATA codes of layover airports that an offer must not have. */
  avoid: readonly string[];
  /** IATA codes of the airports at the ends of the journey, for searches of a city with several. */
  originAirports: readonly string[];
  destinationAirports: readonly string[];
  /** Maximum duration of each slice. (FILTER-12) */
  maxMinutes?: number;
  refundable: boolean;
  baggage: boolean;
  /** Only offers with less CO2 per traveller than the median of the search. */
  lowEmissions: boolean;
}

export const noFilters: Filters = {
  stops: [],
  airlines: [],
  departure: [],
  arrival: [],
  times: {},
  via: [],
  avoid: [],
  originAirports: [],
  destinationAirports: [],
  refundable: false,
  baggage: false,
  lowEmissions: false,
};

/** A copy of the list with the value removed, or appended if it was missing. */
export function toggleValue<T>(list: readonly T[], value: T): T[] {
  return list.includes(value) ? list.filter((item) => item !== value) : [...list, value];
}

/** A copy of the times without that of this key. */
export function withoutTime(times: Filters['times'], key: TimeKey): Filters['times'] {
  const { [key]: _, ...others } = times;
  return others;
}
