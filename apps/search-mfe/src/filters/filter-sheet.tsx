import { Button } from '@fareline/ui-theme';
import { Sheet, SheetClose, SheetContent } from '@fareline/ui-theme/widgets';
import { useDeferredValue } from 'react';
import { FilterFields } from './filter-fields.tsx';
import type { FilterPanelProps } from './filter-panel.tsx';
import { useFilterData } from './use-filter-data.ts';

interface FilterSheetProps extends FilterPanelProps {
  onClose: () => void;
}

/** The filter sheet of a small screen, with the number of flights that match. */
export default function FilterSheet({ list, filters, onClose }: FilterSheetProps) {
  // The pressed choice is shown before the counts that it changes.
  const data = useFilterData(list, useDeferredValue(filters.draft));
  const matching = data.counts?.matching.count;
  return (
    <Sheet open onOpenChange={onClose}>
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
