import type { Offer } from '@fareline/contracts';
import { priceMinor, totalMinutes } from '../offers/offer-facts.ts';

export const sortOptions = [
  { value: 'price-asc', label: 'Price: Low to High' },
  { value: 'price-desc', label: 'Price: High to Low' },
  { value: 'duration', label: 'Duration: Shortest' },
] as const;

export type SortOrder = (typeof sortOptions)[number]['value'];
export const defaultOrder: SortOrder = 'price-asc';

const comparisons: Record<SortOrder, (a: Offer, b: Offer) => number> = {
  'price-asc': (a, b) => priceMinor(a) - priceMinor(b),
  'price-desc': (a, b) => priceMinor(b) - priceMinor(a),
  duration: (a, b) => totalMinutes(a) - totalMinutes(b) || priceMinor(a) - priceMinor(b),
};

/** (RESULTS-14) */
export const sortOffers = (offers: readonly Offer[], order: SortOrder): Offer[] =>
  offers.toSorted(comparisons[order]);
