import type { Offer } from '@fareline/contracts';
import { getFilterValues } from './filter-values.ts';

export const priceStep = 10;

/**
 * From the floor of the lowest offer to the ceiling of the highest, bags counted in where they are asked for and known;
 * undefined without offers. (FILTER-05)
 */
export function getPriceRange(offers: readonly Offer[], withBag: boolean): [number, number] | undefined {
  const prices = offers
    .map(getFilterValues)
    .map(({ whole, wholeWithBag }) => (withBag ? (wholeWithBag ?? whole) : whole))
    .filter(Number.isFinite);
  if (prices.length === 0) return undefined;
  return [Math.floor(Math.min(...prices)), Math.ceil(Math.max(...prices))];
}

/**
 * What the thumbs chose. The last step may end short of the highest price, so a thumb that cannot go further means all of it;
 * the whole range is no filter at all.
 */
export function toPriceFilter(
  [low, high]: readonly [number, number],
  [min, max]: readonly [number, number],
): readonly [number, number] | undefined {
  const top = high + priceStep > max ? max : high;
  return low <= min && top >= max ? undefined : [low, top];
}
