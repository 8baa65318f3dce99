import type { Offer } from '@fareline/contracts';
import { getFilterValues, type FilterValues } from './filter-values.ts';
import type { Filters } from './filter-model.ts';

/** Nothing chosen excludes nothing. */
const matchesAny = <T>(chosen: readonly T[], has: readonly (T | null | undefined)[]): boolean =>
  chosen.length === 0 || chosen.some((value) => has.includes(value));

/** With a bag of unknown price an offer costs its fare or more: it is left out only where the fare is too dear already. */
function within({ whole, wholeWithBag }: FilterValues, range: Filters['price'], withBag: boolean): boolean {
  if (!range) return true;
  const [low, high] = range;
  if (withBag && wholeWithBag === undefined) return whole <= high;
  const amount = withBag ? wholeWithBag! : whole;
  return amount >= low && amount <= high;
}

function matches(facts: FilterValues, filters: Filters, withBag: boolean): boolean {
  return (
    within(facts, filters.price, withBag) &&
    matchesAny(filters.stops, [facts.stops]) &&
    matchesAny(filters.airlines, facts.airlines) &&
    matchesAny(filters.departure, facts.departure) &&
    matchesAny(filters.arrival, facts.arrival) &&
    (filters.maxMinutes === undefined || facts.longest <= filters.maxMinutes) &&
    (!filters.refundable || facts.refundable) &&
    (!filters.baggage || facts.baggage)
  );
}

/** The offers that every filter lets through, in their order; no call is made. (FILTER-04 to FILTER-14) */
export const applyFilters = (offers: readonly Offer[], filters: Filters, withBag: boolean): Offer[] =>
  offers.filter((offer) => matches(getFilterValues(offer), filters, withBag));
