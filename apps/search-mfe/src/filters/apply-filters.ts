import type { Offer } from '@fareline/contracts';
import { getFilterValues, type FilterValues } from './filter-values.ts';
import type { Filters } from './filter-model.ts';

/** An empty selection matches everything. */
const matchesAny = <T>(chosen: readonly T[], values: readonly (T | null | undefined)[]): boolean =>
  chosen.length === 0 || chosen.some((value) => values.includes(value));

/** An offer whose bag price is unknown costs at least its fare, so it is excluded only if the fare is above the range. */
function isInPriceRange(
  { price, priceWithBag }: FilterValues,
  range: Filters['price'],
  withBag: boolean,
): boolean {
  if (!range) return true;
  const [low, high] = range;
  if (withBag && priceWithBag === undefined) return price <= high;
  const amount = withBag ? priceWithBag! : price;
  return amount >= low && amount <= high;
}

function matches(values: FilterValues, filters: Filters, withBag: boolean): boolean {
  return (
    isInPriceRange(values, filters.price, withBag) &&
    matchesAny(filters.stops, [values.stops]) &&
    matchesAny(filters.airlines, values.airlines) &&
    matchesAny(filters.departure, values.departure) &&
    matchesAny(filters.arrival, values.arrival) &&
    (filters.maxMinutes === undefined || values.longestSliceMinutes <= filters.maxMinutes) &&
    (!filters.refundable || values.refundable) &&
    (!filters.baggage || values.baggage)
  );
}

/** The offers that match all filters, in unchanged order; works in the browser, without a call. (FILTER-04 to FILTER-14) */
export const applyFilters = (offers: readonly Offer[], filters: Filters, withBag: boolean): Offer[] =>
  offers.filter((offer) => matches(getFilterValues(offer), filters, withBag));
