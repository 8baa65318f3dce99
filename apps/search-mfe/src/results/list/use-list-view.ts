import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Filters } from '../../filters/filter-model.ts';
import { parseFilters, toFilterParams } from '../../filters/filter-params.ts';
import { parseListParams, type ListParams } from '../../search-query/list-params.ts';
import { searchUrl, type SearchQuery } from '../../search-query/search-query.ts';
import { defaultOrder, sortOptions, type SortOrder } from './sort-itineraries.ts';

/** Order and filters of the list, stored in the URL so that they survive Back and can be shared. */
export interface ListView {
  order: SortOrder;
  /** Whether prices include a checked bag. */
  withBag: boolean;
  filters: Filters;
}

const checkedBag = 'checked';

export const parseListView = (params: ListParams): ListView => ({
  order: sortOptions.find(({ value }) => value === params.sort)?.value ?? defaultOrder,
  withBag: params.bag === checkedBag,
  filters: parseFilters(params),
});

export const toListParams = ({ order, withBag, filters }: ListView): ListParams => ({
  ...(order === defaultOrder ? {} : { sort: order }),
  ...(withBag ? { bag: checkedBag } : {}),
  ...toFilterParams(filters),
});

/** The list view of the URL. A change replaces the history entry, so that Back leaves the list instead of undoing a filter. */
export function useListView(query: SearchQuery) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { view, list } = useMemo(() => {
    const view = parseListView(parseListParams(new URLSearchParams(search)));
    return { view, list: toListParams(view) };
  }, [search]);
  return {
    view,
    /** The view as URL parameters, without invalid values. */
    list,
    change: (changes: Partial<ListView>) =>
      void navigate(searchUrl(query, toListParams({ ...view, ...changes })), {
        replace: true,
        preventScrollReset: true,
        // A transition would first draw the list of before at the place to which the page scrolls.
        flushSync: true,
      }),
  };
}
