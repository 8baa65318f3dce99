import type { Offer } from '@fareline/contracts';
import { getFilterValues, type FilterValues } from '../../filters/filter-values.ts';
import { getCheapestFare, type Itinerary } from '../../offers/itineraries.ts';

/** The explanation of the order Best that the screen shows. */
export const bestDescription =
  'Best counts half for the price, compared with the cheapest flight, and half for the travel time, compared with the fastest.';

/** `short` has room where the order stands beside other choices. */
export const sortOptions = [
  { value: 'price-asc', label: 'Price: Low to High', short: 'Cheapest' },
  { value: 'price-desc', label: 'Price: High to Low', short: 'Dearest' },
  { value: 'duration', label: 'Duration: Shortest', short: 'Fastest' },
  { value: 'departure', label: 'Departure: Earliest', short: 'Earliest' },
  { value: 'co2', label: 'CO2: Lowest', short: 'CO2' },
  { value: 'best', label: 'Best', short: 'Best', title: bestDescription },
] as const;

export type SortOrder = (typeof sortOptions)[number]['value'];

export const getShortLabel = (order: SortOrder): string =>
  sortOptions.find(({ value }) => value === order)!.short;

export const defaultOrder: SortOrder = 'price-asc';

/** The values that price and duration are compared with in the order Best, and whether prices include a checked bag. */
export interface SortBaseline {
  withBag: boolean;
  /** Minor units. */
  lowestPrice: number;
  shortestMinutes: number;
}

const getPrice = (values: FilterValues, withBag: boolean): number | undefined =>
  withBag ? values.priceMinorWithBag : values.priceMinor;

/** The baseline of a search; the cheapest fare is determined here because a bag price may change the order. */
export function getSortBaseline(
  itineraries: readonly Itinerary[],
  withBag: boolean,
  shortestMinutes: number | null | undefined,
): SortBaseline {
  let lowestPrice = Infinity;
  let shortest = shortestMinutes ?? Infinity;
  for (const { fares } of itineraries) {
    const values = getFilterValues(getCheapestFare(fares, withBag));
    lowestPrice = Math.min(lowestPrice, getPrice(values, withBag) ?? Infinity);
    shortest = Math.min(shortest, values.totalMinutes);
  }
  return { withBag, lowestPrice: Math.max(1, lowestPrice), shortestMinutes: Math.max(1, shortest) };
}

/** Local to the airport, without a zone; an unknown one is sorted last. */
const getDeparture = ({ slices }: Offer): number =>
  Date.parse(`${slices[0]?.segments[0]?.departing_at ?? ''}Z`) || Infinity;

interface Candidate {
  itinerary: Itinerary;
  fare: Offer;
  /** Minor units, of the cheapest fare; without a checked bag if that is unknown. */
  price: number;
  isPriceUnknown: boolean;
  minutes: number;
}

/** Lower is first. */
type Score = (candidate: Candidate, baseline: SortBaseline) => number;

const scoreFunctions: Record<SortOrder, Score> = {
  'price-asc': ({ price }) => price,
  'price-desc': ({ price }) => -price,
  duration: ({ minutes }) => minutes,
  departure: ({ fare }) => getDeparture(fare),
  co2: ({ fare }) => getFilterValues(fare).emissions ?? Infinity,
  best: ({ price, minutes }, { lowestPrice, shortestMinutes }) =>
    price / lowestPrice + minutes / shortestMinutes,
};

const ordersByPrice: readonly SortOrder[] = ['price-asc', 'price-desc', 'best'];

/** Unlike a difference, defined for two infinite values. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

function toCandidate(itinerary: Itinerary, withBag: boolean): Candidate {
  const fare = getCheapestFare(itinerary.fares, withBag);
  const values = getFilterValues(fare);
  const price = getPrice(values, withBag);
  return {
    ...{ itinerary, fare, price: price ?? values.priceMinor },
    ...{ isPriceUnknown: price === undefined, minutes: values.totalMinutes },
  };
}

/** Compares candidates with their scores. */
function createComparison(order: SortOrder, baseline: SortBaseline) {
  const isByPrice = ordersByPrice.includes(order);
  const score = scoreFunctions[order];
  const addScore = (candidate: Candidate) => ({ candidate, score: score(candidate, baseline) });
  type Scored = ReturnType<typeof addScore>;
  const compareScored = (a: Scored, b: Scored): number =>
    (isByPrice ? Number(a.candidate.isPriceUnknown) - Number(b.candidate.isPriceUnknown) : 0) ||
    compare(a.score, b.score) ||
    a.candidate.price - b.candidate.price;
  return { addScore, compareScored };
}

/**
 * Sorts by the cheapest fare of each itinerary, and by what its flights have in common. In the orders by price, itineraries of
 * unknown price come last, in both directions; unknown values of the other orders do too. (RESULTS-14)
 */
export function sortItineraries(
  itineraries: readonly Itinerary[],
  order: SortOrder,
  baseline: SortBaseline,
): Itinerary[] {
  const { addScore, compareScored } = createComparison(order, baseline);
  return itineraries
    .map((itinerary) => addScore(toCandidate(itinerary, baseline.withBag)))
    .sort(compareScored)
    .map(({ candidate }) => candidate.itinerary);
}

/** The orders that have a tab above the list. */
const tabs = ['best', 'price-asc', 'duration'] as const satisfies SortOrder[];

export type TabOrder = (typeof tabs)[number];

export const tabOrders = tabs.map((order) => ({ order, label: getShortLabel(order) }));

/** What comes first in an order: the key of its itinerary, its price in minor units, and all its flights in minutes. */
export interface FirstOfOrder {
  key: string;
  price: number;
  currency: string;
  minutes: number;
}

/** What comes first in each order that has a tab; undefined without itineraries. */
export function getFirstOfOrders(
  itineraries: readonly Itinerary[],
  baseline: SortBaseline,
): Record<TabOrder, FirstOfOrder> | undefined {
  const candidates = itineraries.map((itinerary) => toCandidate(itinerary, baseline.withBag));
  if (candidates.length === 0) return undefined;
  const getFirst = (order: SortOrder): FirstOfOrder => {
    const { addScore, compareScored } = createComparison(order, baseline);
    const { candidate } = candidates.map(addScore).reduce((a, b) => (compareScored(b, a) < 0 ? b : a));
    const { itinerary, price, fare, minutes } = candidate;
    return { key: itinerary.key, price, currency: fare.total_currency || 'USD', minutes };
  };
  return { best: getFirst('best'), 'price-asc': getFirst('price-asc'), duration: getFirst('duration') };
}

/** The tabs that an itinerary is the first of, by its key. */
export function getTabsByKey(firsts: Record<TabOrder, FirstOfOrder>): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, string[]>();
  for (const { order, label } of tabOrders) {
    const { key } = firsts[order];
    labels.set(key, [...(labels.get(key) ?? []), label]);
  }
  return labels;
}
