import type { Offer } from '@fareline/contracts';
import { getFilterValues, type FilterValues } from '../filters/filter-values.ts';

/** What Best means, in the words of the screen. */
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

/** What offers are compared with, and whether their prices count with a checked bag. */
export interface SortBaseline {
  withBag: boolean;
  /** Minor units. */
  cheapest: number;
  shortestMinutes: number;
}

const priceOf = (facts: FilterValues, withBag: boolean): number | undefined =>
  withBag ? facts.priceMinorWithBag : facts.priceMinor;

/** The scale of a whole search: its first offer is its cheapest, but a bag may make another one so. */
export function getSortBaseline(
  offers: readonly Offer[],
  withBag: boolean,
  shortestMinutes: number | null | undefined,
): SortBaseline {
  let cheapest = Infinity;
  let shortest = shortestMinutes ?? Infinity;
  for (const facts of offers.map(getFilterValues)) {
    cheapest = Math.min(cheapest, priceOf(facts, withBag) ?? Infinity);
    shortest = Math.min(shortest, facts.totalMinutes);
  }
  return { withBag, cheapest: Math.max(1, cheapest), shortestMinutes: Math.max(1, shortest) };
}

type Rank = (price: number, minutes: number, scale: SortBaseline) => number;

const ranks: Record<SortOrder, Rank> = {
  'price-asc': (price) => price,
  'price-desc': (price) => -price,
  duration: (_, minutes) => minutes,
  best: (price, minutes, { cheapest, shortestMinutes }) => price / cheapest + minutes / shortestMinutes,
};

/** Prices that are not known come after those that are, whichever way the order goes. (RESULTS-14) */
export function sortOffers(offers: readonly Offer[], order: SortOrder, scale: SortBaseline): Offer[] {
  const rank = ranks[order];
  return offers
    .map((offer) => {
      const facts = getFilterValues(offer);
      const price = priceOf(facts, scale.withBag);
      const shown = price ?? facts.priceMinor;
      const last = price === undefined && order !== 'duration' ? 1 : 0;
      return { offer, last, rank: rank(shown, facts.totalMinutes, scale), price: shown };
    })
    .sort((a, b) => a.last - b.last || a.rank - b.rank || a.price - b.price)
    .map(({ offer }) => offer);
}
