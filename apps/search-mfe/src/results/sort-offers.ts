import type { Offer } from '@fareline/contracts';
import { getFilterValues, type FilterValues } from '../filters/filter-values.ts';

/** The explanation of the order Best that the screen shows. */
export const bestDescription =
  'Best counts half for the price, compared with the cheapest flight, and half for the travel time, compared with the fastest.';

export const sortOptions = [
  { value: 'price-asc', label: 'Price: Low to High' },
  { value: 'price-desc', label: 'Price: High to Low' },
  { value: 'duration', label: 'Duration: Shortest' },
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

/** The baseline of a search; the cheapest offer is determined here because a bag price may change the order. */
export function getSortBaseline(
  offers: readonly Offer[],
  withBag: boolean,
  shortestMinutes: number | null | undefined,
): SortBaseline {
  let lowestPrice = Infinity;
  let shortest = shortestMinutes ?? Infinity;
  for (const values of offers.map(getFilterValues)) {
    lowestPrice = Math.min(lowestPrice, getPrice(values, withBag) ?? Infinity);
    shortest = Math.min(shortest, values.totalMinutes);
  }
  return { withBag, lowestPrice: Math.max(1, lowestPrice), shortestMinutes: Math.max(1, shortest) };
}

type Score = (price: number, minutes: number, baseline: SortBaseline) => number;

const scoreFunctions: Record<SortOrder, Score> = {
  'price-asc': (price) => price,
  'price-desc': (price) => -price,
  duration: (_, minutes) => minutes,
  best: (price, minutes, { lowestPrice, shortestMinutes }) => price / lowestPrice + minutes / shortestMinutes,
};

/** Sorts by score; offers of unknown price come last in both directions. (RESULTS-14) */
export function sortOffers(offers: readonly Offer[], order: SortOrder, baseline: SortBaseline): Offer[] {
  const score = scoreFunctions[order];
  return offers
    .map((offer) => {
      const values = getFilterValues(offer);
      const price = getPrice(values, baseline.withBag);
      const shown = price ?? values.priceMinor;
      const last = price === undefined && order !== 'duration' ? 1 : 0;
      return { offer, last, score: score(shown, values.totalMinutes, baseline), price: shown };
    })
    .sort((a, b) => a.last - b.last || a.score - b.score || a.price - b.price)
    .map(({ offer }) => offer);
}
