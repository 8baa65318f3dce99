import { Button } from '@fareline/ui-theme';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '@fareline/ui-theme/widgets';
import { useMemo } from 'react';
import { applyFilters } from './apply-filters.ts';
import { countActiveFilters } from './filter-model.ts';
import { FilterFields } from './filter-fields.tsx';
import { FilterCount, type FilterPanelProps } from './filter-panel.tsx';

/** The filter sheet of a small screen, with the number of flights that match. */
export function FilterSheet({ offers, isWhole, filters, withBag }: FilterPanelProps) {
  const matchCount = useMemo(
    () => applyFilters(offers, filters.draft, withBag).length,
    [offers, filters.draft, withBag],
  );
  return (
    <Sheet>
      <SheetTrigger asChild>
        <Button variant="secondary">
          <SlidersHorizontal size={18} />
          Filters
          <FilterCount count={countActiveFilters(filters.applied)} />
        </Button>
      </SheetTrigger>
      <SheetContent
        title="Filters"
        side="full"
        footer={
          <>
            <Button variant="secondary" onClick={filters.clear}>
              Clear all
            </Button>
            <SheetClose asChild>
              <Button onClick={filters.apply}>
                {isWhole ? `Show ${matchCount} ${matchCount === 1 ? 'flight' : 'flights'}` : 'Show flights'}
              </Button>
            </SheetClose>
          </>
        }
      >
        <FilterFields
          offers={offers}
          isWhole={isWhole}
          filters={filters.draft}
          withBag={withBag}
          onChange={filters.change}
        />
      </SheetContent>
    </Sheet>
  );
}
