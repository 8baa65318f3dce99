import { useMemo } from 'react';
import type { Itinerary } from '../offers/itineraries.ts';
import { countFilterValues, type FilterCounts } from './filter-counts.ts';
import type { FilterContext } from './filter-groups.ts';
import { noFilters, type Filters } from './filter-model.ts';
import type { FilterOptions } from './filter-options.ts';

/** The list that the filters are applied to. */
export interface FilterableList extends FilterContext {
  itineraries: readonly Itinerary[];
  options: FilterOptions;
  /** Whether these are all itineraries of the search; counts of a part would be wrong. (LIST-01) */
  isWhole: boolean;
}

/** What the fields of the filters show; without counts while only a part of the list is loaded. */
export interface FilterData {
  options: FilterOptions;
  /** With the given filters. */
  counts: FilterCounts | undefined;
  /** Without any filter; of the loaded part of the list. */
  allCounts: FilterCounts;
}

export function useFilterData(list: FilterableList, filters: Filters): FilterData {
  const { itineraries, options, isWhole, withBag, medianEmissions } = list;
  const allCounts = useMemo(
    () => countFilterValues(itineraries, noFilters, { withBag, medianEmissions }),
    [itineraries, withBag, medianEmissions],
  );
  const counts = useMemo(
    () => (isWhole ? countFilterValues(itineraries, filters, { withBag, medianEmissions }) : undefined),
    [itineraries, isWhole, filters, withBag, medianEmissions],
  );
  return useMemo(() => ({ options, counts, allCounts }), [options, counts, allCounts]);
}
