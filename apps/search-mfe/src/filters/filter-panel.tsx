import { Badge, Button, classNames, VisuallyHidden } from '@fareline/ui-theme';
import ChevronDown from 'lucide-react/icons/chevron-down';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useDeferredValue, useId, useState } from 'react';
import { formatFlightCount } from './filter-counts.ts';
import { FilterFields } from './filter-fields.tsx';
import { countActiveFilters } from './filter-groups.ts';
import { useFilterData, type FilterableList } from './use-filter-data.ts';
import type { FilterState } from './use-filters.ts';

export function FilterCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge className="max-md:bg-transparent max-md:p-0 max-md:text-current" variant="primary">
      <span className="md:hidden" aria-hidden>
        ·
      </span>
      {count}
      <VisuallyHidden> active {count === 1 ? 'filter' : 'filters'}</VisuallyHidden>
    </Badge>
  );
}

export interface FilterPanelProps {
  list: FilterableList;
  filters: FilterState;
}

/** The filter column of a wide screen. (FILTER-01 to FILTER-03) */
export function FilterPanel({ list, filters }: FilterPanelProps) {
  const [open, setOpen] = useState(true);
  const id = useId();
  // The pressed choice is shown before the counts that it changes.
  const data = useFilterData(list, useDeferredValue(filters.draft));
  const count = countActiveFilters(filters.applied);
  return (
    <section aria-label="Filters" className="rounded-card border border-line bg-card">
      <div className="flex items-center gap-2 px-4 py-2">
        <h2 className="flex-1 text-body">
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-2 font-medium"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <SlidersHorizontal size={18} />
            Filters
            <FilterCount count={count} />
            <ChevronDown
              className={classNames('ml-auto text-text-muted transition-transform', open && 'rotate-180')}
              size={18}
            />
          </button>
        </h2>
        {count > 0 && (
          <Button variant="link" size="small" onClick={filters.clear}>
            Clear all
          </Button>
        )}
      </div>
      <div id={id} hidden={!open}>
        {/* A focused choice stays above the buttons. (WCAG 2.2, 2.4.11) */}
        <div className="border-t border-line p-4 [&_button]:scroll-mb-36">
          <FilterFields list={list} data={data} filters={filters.draft} onChange={filters.change} />
        </div>
        <div
          className={classNames(
            'grid gap-2 rounded-b-card border-t border-line bg-card p-4',
            // The button is in sight as long as there is something to apply; the column does not scroll by itself. (LOOK-02)
            filters.isChanged && 'sticky bottom-0 shadow-float',
          )}
        >
          <Button variant={filters.isChanged ? 'primary' : 'secondary'} onClick={filters.apply}>
            <span className="whitespace-nowrap">
              Apply Filters
              {filters.isChanged && data.counts && ` · ${formatFlightCount(data.counts.matching)}`}
            </span>
          </Button>
          <Button variant="ghost" size="small" onClick={filters.clear}>
            Reset Filters
          </Button>
        </div>
      </div>
    </section>
  );
}
