import type { FilterValues } from './filter-values.ts';
import { noFilters, timeKeys, withoutTime, type Filters, type TimeKey } from './filter-model.ts';

/** What else decides whether an offer matches. */
export interface FilterContext {
  /** Whether prices include a checked bag. */
  withBag: boolean;
  /** Median CO2 per traveller of the search in kilograms; null or undefined if unknown. */
  medianEmissions?: number | null | undefined;
}

/** Filters that are chosen together, such as all airlines: an offer has to match every active group. (FILTER-04) */
export interface FilterGroup {
  isActive: (filters: Filters) => boolean;
  matches: (values: FilterValues, filters: Filters, context: FilterContext) => boolean;
  /** The filters without those of this group. */
  clear: (filters: Filters) => Filters;
}

const matchesAny = <T>(chosen: readonly T[], values: readonly (T | null | undefined)[]): boolean =>
  chosen.some((value) => values.includes(value));

/** An offer whose bag price is unknown costs at least its fare, so it is excluded only if the fare is above the range. */
function isInPriceRange(
  { price, priceWithBag }: FilterValues,
  [low, high]: readonly [number, number],
  withBag: boolean,
): boolean {
  if (withBag && priceWithBag === undefined) return price <= high;
  const amount = withBag ? priceWithBag! : price;
  return amount >= low && amount <= high;
}

const withoutPrice = ({ price: _, ...others }: Filters): Filters => others;
const withoutMaxMinutes = ({ maxMinutes: _, ...others }: Filters): Filters => others;

/**
 * Whether all airports at that end are chosen ones: a return to another airport than that of the departure
 * must be chosen too.
 */
const hasOnly = (airports: readonly string[], chosen: readonly string[]): boolean =>
  airports.length > 0 && airports.every((code) => chosen.includes(code));

export const isBelowMedian = (
  { emissions }: Pick<FilterValues, 'emissions'>,
  median: number | null | undefined,
): boolean => emissions !== undefined && median != null && emissions < median;

const timeGroup = (key: TimeKey): FilterGroup => ({
  isActive: ({ times }) => times[key] !== undefined,
  matches: (values, { times }) => {
    const [minutes, range] = [values.times[key], times[key]];
    return !range || (minutes !== undefined && minutes >= range[0] && minutes <= range[1]);
  },
  clear: (filters) => ({ ...filters, times: withoutTime(filters.times, key) }),
});

type ListKey = 'stops' | 'airlines' | 'departure' | 'arrival' | 'originAirports' | 'destinationAirports';
type FlagKey = 'refundable' | 'baggage' | 'lowEmissions';

const listGroup = <K extends ListKey>(
  key: K,
  matches: (values: FilterValues, chosen: Filters[K]) => boolean,
): FilterGroup => ({
  isActive: (filters) => filters[key].length > 0,
  matches: (values, filters) => matches(values, filters[key]),
  clear: (filters) => ({ ...filters, [key]: noFilters[key] }),
});

const flagGroup = (key: FlagKey, matches: FilterGroup['matches']): FilterGroup => ({
  isActive: (filters) => filters[key],
  matches,
  clear: (filters) => ({ ...filters, [key]: false }),
});

const groups = {
  price: {
    isActive: ({ price }) => price !== undefined,
    matches: (values, { price }, { withBag }) => !price || isInPriceRange(values, price, withBag),
    clear: withoutPrice,
  },
  stops: listGroup('stops', ({ stops }, chosen) => chosen.includes(stops)),
  refundable: flagGroup('refundable', ({ refundable }) => refundable),
  baggage: flagGroup('baggage', ({ baggage }) => baggage),
  lowEmissions: flagGroup('lowEmissions', (values, _, { medianEmissions }) =>
    isBelowMedian(values, medianEmissions),
  ),
  airlines: listGroup('airlines', ({ airlines }, chosen) => matchesAny(chosen, airlines)),
  departure: listGroup('departure', ({ departure }, chosen) => matchesAny(chosen, departure)),
  arrival: listGroup('arrival', ({ arrival }, chosen) => matchesAny(chosen, arrival)),
  ...(Object.fromEntries(timeKeys.map((key) => [key, timeGroup(key)])) as Record<TimeKey, FilterGroup>),
  layovers: {
    isActive: ({ via, avoid }) => via.length > 0 || avoid.length > 0,
    matches: ({ layovers }, { via, avoid }) =>
      (via.length === 0 || matchesAny(via, layovers)) && !matchesAny(avoid, layovers),
    clear: (filters) => ({ ...filters, via: [], avoid: [] }),
  },
  originAirports: listGroup('originAirports', (values, chosen) => hasOnly(values.originAirports, chosen)),
  destinationAirports: listGroup('destinationAirports', (values, chosen) =>
    hasOnly(values.destinationAirports, chosen),
  ),
  maxMinutes: {
    isActive: ({ maxMinutes }) => maxMinutes !== undefined,
    matches: ({ longestSliceMinutes }, { maxMinutes = Infinity }) => longestSliceMinutes <= maxMinutes,
    clear: withoutMaxMinutes,
  },
} satisfies Record<string, FilterGroup>;

export type GroupKey = keyof typeof groups;
export const filterGroups: Readonly<Record<GroupKey, FilterGroup>> = groups;

/** The keys of the groups that exclude something, in the order of the screen. */
export const getActiveGroups = (filters: Filters): GroupKey[] =>
  (Object.keys(filterGroups) as GroupKey[]).filter((key) => filterGroups[key].isActive(filters));

/** The number of active filters, for the badge. (FILTER-01) */
export const countActiveFilters = (filters: Filters): number => getActiveGroups(filters).length;
