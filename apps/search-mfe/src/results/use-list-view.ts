import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Filters } from '../filters/filter-model.ts';
import { toFilterParams, parseFilters } from '../filters/filter-params.ts';
import { parseListParams, type ListParams } from '../search-query/list-params.ts';
import { searchUrl, type SearchQuery } from '../search-query/search-query.ts';
import { defaultOrder, sortOptions, type SortOrder } from './sort-offers.ts';

/** How the list is looked at: all of it stands in the address, so that it can be shared and comes back. */
export interface ListView {
  order: SortOrder;
  /** Prices are compared with a checked bag. */
  withBag: boolean;
  filters: Filters;
}

const checkedBag = 'checked';

export const parseListView = (parameters: ListParams): ListView => ({
  order: sortOptions.find(({ value }) => value === parameters.sort)?.value ?? defaultOrder,
  withBag: parameters.bag === checkedBag,
  filters: parseFilters(parameters),
});

export const toListParams = ({ order, withBag, filters }: ListView): ListParams => ({
  ...(order === defaultOrder ? {} : { sort: order }),
  ...(withBag ? { bag: checkedBag } : {}),
  ...toFilterParams(filters),
});

/** The view that the address names. A change takes the address's place: Back leaves the list, not its last filter. */
export function useListView(query: SearchQuery) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { view, list } = useMemo(() => {
    const view = parseListView(parseListParams(new URLSearchParams(search)));
    return { view, list: toListParams(view) };
  }, [search]);
  return {
    view,
    /** The view as it stands in the address, nonsense left out. */
    list,
    change: (changes: Partial<ListView>) =>
      void navigate(searchUrl(query, toListParams({ ...view, ...changes })), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}
