import { Button } from '@fareline/ui-theme';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '@fareline/ui-theme/widgets';
import { FilterFields } from './filter-fields.tsx';
import { countActiveFilters } from './filter-groups.ts';
import { FilterCount, type FilterPanelProps } from './filter-panel.tsx';
import { useFilterData } from './use-filter-data.ts';

/** The filter sheet of a small screen, with the number of flights that match. */
export function FilterSheet({ list, filters }: FilterPanelProps) {
  const data = useFilterData(list, filters.draft);
  const matching = data.counts?.matching.count;
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
                {matching === undefined
                  ? 'Show flights'
                  : `Show ${matching} ${matching === 1 ? 'flight' : 'flights'}`}
              </Button>
            </SheetClose>
          </>
        }
      >
        <FilterFields list={list} data={data} filters={filters.draft} onChange={filters.change} />
      </SheetContent>
    </Sheet>
  );
}
