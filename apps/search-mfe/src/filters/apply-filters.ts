import type { Offer } from '@fareline/contracts';
import { filterFacts, type FilterFacts } from './filter-facts.ts';
import type { Filters } from './filter-model.ts';

/** Nothing chosen excludes nothing. */
const someOf = <T>(chosen: readonly T[], has: readonly (T | null | undefined)[]): boolean =>
  chosen.length === 0 || chosen.some((value) => has.includes(value));

const within = (amount: number, range: Filters['price']): boolean =>
  !range || (amount >= range[0] && amount <= range[1]);

function matches(facts: FilterFacts, filters: Filters): boolean {
  return (
    within(facts.whole, filters.price) &&
    someOf(filters.stops, [facts.stops]) &&
    someOf(filters.airlines, facts.airlines) &&
    someOf(filters.departure, facts.departure) &&
    someOf(filters.arrival, facts.arrival) &&
    (filters.maxMinutes === undefined || facts.longest <= filters.maxMinutes) &&
    (!filters.refundable || facts.refundable) &&
    (!filters.baggage || facts.baggage)
  );
}

/** The offers that every filter lets through, in their order; no call is made. (FILTER-04 to FILTER-14) */
export const applyFilters = (offers: readonly Offer[], filters: Filters): Offer[] =>
  offers.filter((offer) => matches(filterFacts(offer), filters));
