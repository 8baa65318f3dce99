import type { Itinerary } from '../offers/itineraries.ts';
import { getFilterValues } from './filter-values.ts';

export const priceStep = 10;

/**
 * From the floor of the lowest price to the ceiling of the highest, in whole units; undefined without a price. With `withBag` the lowest
 * is one with a bag, as in the list, while a fare whose bag price is not known may still be the highest. (FILTER-05)
 */
export function getPriceRange(
  itineraries: readonly Itinerary[],
  withBag: boolean,
): [number, number] | undefined {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const { fares } of itineraries) {
    for (const { price, priceWithBag } of fares.map(getFilterValues)) {
      const known = withBag ? priceWithBag : price;
      const amount = known ?? price;
      if (!Number.isFinite(amount)) continue;
      if (known !== undefined) lowest = Math.min(lowest, known);
      highest = Math.max(highest, amount);
    }
  }
  if (withBag && lowest > highest) return getPriceRange(itineraries, false);
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
