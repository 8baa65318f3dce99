import type { Offer } from '@fareline/contracts';
import { getFilterValues } from './filter-values.ts';

export const priceStep = 10;

/**
 * From the floor of the lowest price to the ceiling of the highest, in whole units, including checked bags of known price
 * if `withBag`; undefined without offers. (FILTER-05)
 */
export function getPriceRange(offers: readonly Offer[], withBag: boolean): [number, number] | undefined {
  const prices = offers
    .map(getFilterValues)
    .map(({ price, priceWithBag }) => (withBag ? (priceWithBag ?? price) : price))
    .filter(Number.isFinite);
  if (prices.length === 0) return undefined;
  return [Math.floor(Math.min(...prices)), Math.ceil(Math.max(...prices))];
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
