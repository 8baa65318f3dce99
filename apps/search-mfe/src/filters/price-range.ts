import type { Itinerary } from '../offers/itineraries.ts';
import { getFilterValues } from './filter-values.ts';

export const priceStep = 10;

/**
 * From the floor of the lowest price to the ceiling of the highest, in whole units, including checked bags of known price
 * if `withBag`; undefined without a price. (FILTER-05)
 */
export function getPriceRange(
  itineraries: readonly Itinerary[],
  withBag: boolean,
): [number, number] | undefined {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const { fares } of itineraries) {
    for (const { price, priceWithBag } of fares.map(getFilterValues)) {
      const amount = withBag ? (priceWithBag ?? price) : price;
      if (!Number.isFinite(amount)) continue;
      lowest = Math.min(lowest, amount);
      highest = Math.max(highest, amount);
    }
  }
  return lowest <= highest ? [Math.floor(lowest), Math.ceil(highest)] : undefined;
}

/**
 * The price filter for the position of the slider's thumbs; undefined for the whole range. The last step may end below the
 * maximum, so the highest position of the upper thumb counts as the maximum.
 */
export function toPriceFilter(
  [low, high]: readonly [number, number],
  [min, max]: readonly [number, number],
): readonly [number, number] | undefined {
  const top = high + priceStep > max ? max : high;
  return low <= min && top >= max ? undefined : [low, top];
}
