import type { Offer } from '@fareline/contracts';
import { filterGroups, getActiveGroups, type FilterContext } from './filter-groups.ts';
import type { Filters } from './filter-model.ts';
import { getFilterValues } from './filter-values.ts';

/** Tells of each offer whether it matches all filters; works in the browser, without a call. (FILTER-04 to FILTER-14) */
export function createFilterMatcher(filters: Filters, context: FilterContext): (offer: Offer) => boolean {
  const active = getActiveGroups(filters).map((key) => filterGroups[key]);
  return (offer) => {
    const values = getFilterValues(offer);
    return active.every((group) => group.matches(values, filters, context));
  };
}
