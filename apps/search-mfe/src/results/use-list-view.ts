import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Filters } from '../filters/filter-model.ts';
import { filterParameters, readFilters } from '../filters/filter-params.ts';
import { listParametersOf, type ListParameters } from '../search-query/list-params.ts';
import { searchAddress, type SearchQuery } from '../search-query/search-query.ts';
import { defaultOrder, sortOptions, type SortOrder } from './sort-offers.ts';

/** How the list is looked at: all of it stands in the address, so that it can be shared and comes back. */
export interface ListView {
  order: SortOrder;
  /** Prices are compared with a checked bag. */
  withBag: boolean;
  filters: Filters;
}

const checkedBag = 'checked';

export const readListView = (parameters: ListParameters): ListView => ({
  order: sortOptions.find(({ value }) => value === parameters.sort)?.value ?? defaultOrder,
  withBag: parameters.bag === checkedBag,
  filters: readFilters(parameters),
});

export const listParameters = ({ order, withBag, filters }: ListView): ListParameters => ({
  ...(order === defaultOrder ? {} : { sort: order }),
  ...(withBag ? { bag: checkedBag } : {}),
  ...filterParameters(filters),
});

/** The view that the address names. A change takes the address's place: Back leaves the list, not its last filter. */
export function useListView(query: SearchQuery) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { view, list } = useMemo(() => {
    const view = readListView(listParametersOf(new URLSearchParams(search)));
    return { view, list: listParameters(view) };
  }, [search]);
  return {
    view,
    /** The view as it stands in the address, nonsense left out. */
    list,
    change: (changes: Partial<ListView>) =>
      void navigate(searchAddress(query, listParameters({ ...view, ...changes })), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}
