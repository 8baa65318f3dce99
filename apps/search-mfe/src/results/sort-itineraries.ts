import type { Offer } from '@fareline/contracts';
import { getFilterValues, type FilterValues } from '../filters/filter-values.ts';
import { getCheapestFare, type Itinerary } from '../offers/itineraries.ts';

/** The explanation of the order Best that the screen shows. */
export const bestDescription =
  'Best counts half for the price, compared with the cheapest flight, and half for the travel time, compared with the fastest.';

export const sortOptions = [
  { value: 'price-asc', label: 'Price: Low to High' },
  { value: 'price-desc', label: 'Price: High to Low' },
  { value: 'duration', label: 'Duration: Shortest' },
  { value: 'departure', label: 'Departure: Earliest' },
  { value: 'co2', label: 'CO2: Lowest' },
  { value: 'best', label: 'Best', title: bestDescription },
] as const;

export type SortOrder = (typeof sortOptions)[number]['value'];
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

/**
 * Sorts by the cheapest fare of each itinerary, and by what its flights have in common. In the orders by price, itineraries of
 * unknown price come last, in both directions; unknown values of the other orders do too. (RESULTS-14)
 */
export function sortItineraries(
  itineraries: readonly Itinerary[],
  order: SortOrder,
  baseline: SortBaseline,
): Itinerary[] {
  const score = scoreFunctions[order];
  const isByPrice = ordersByPrice.includes(order);
  return itineraries
    .map((itinerary) => {
      const fare = getCheapestFare(itinerary.fares, baseline.withBag);
      const values = getFilterValues(fare);
      const price = getPrice(values, baseline.withBag);
      const candidate: Candidate = {
        ...{ itinerary, fare, price: price ?? values.priceMinor },
        ...{ isPriceUnknown: price === undefined, minutes: values.totalMinutes },
      };
      return { ...candidate, score: score(candidate, baseline) };
    })
    .sort(
      (a, b) =>
        (isByPrice ? Number(a.isPriceUnknown) - Number(b.isPriceUnknown) : 0) ||
        compare(a.score, b.score) ||
        a.price - b.price,
    )
    .map(({ itinerary }) => itinerary);
}
