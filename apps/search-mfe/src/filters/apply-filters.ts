import type { Offer } from '@fareline/contracts';
import { filterGroups, getActiveGroups } from './filter-groups.ts';
import type { Filters } from './filter-model.ts';
import { getFilterValues } from './filter-values.ts';

/**
 * The offers that match all filters, in unchanged order; works in the browser, without a call. `medianEmissions` is the median
 * CO2 per traveller of the search in kilograms. (FILTER-04 to FILTER-14)
 */
export function applyFilters(
  offers: readonly Offer[],
  filters: Filters,
  withBag: boolean,
  medianEmissions?: number | null,
): Offer[] {
  const active = getActiveGroups(filters).map((key) => filterGroups[key]);
  const context = { withBag, medianEmissions };
  return offers.filter((offer) => {
    const values = getFilterValues(offer);
    return active.every((group) => group.matches(values, filters, context));
  });
}
