import { Button } from '@fareline/ui-theme';
import { Sheet, SheetClose, SheetContent } from '@fareline/ui-theme/widgets';
import { useDeferredValue, type RefObject } from 'react';
import { formatFlightCount } from './filter-counts.ts';
import { FilterFields } from './filter-fields.tsx';
import type { FilterPanelProps } from './filter-panel.tsx';
import { useFilterData } from './use-filter-data.ts';

interface FilterSheetProps extends FilterPanelProps {
  /** Begins at the stops. */
  atStops: boolean;
  /** The button that opened the sheet. */
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function showStops(event: Event) {
  event.preventDefault();
  const group = (event.currentTarget as Element).querySelector('[data-group=stops]');
  group?.scrollIntoView();
  group?.querySelector<HTMLElement>('[role=checkbox]')?.focus({ preventScroll: true });
}

/** The filter sheet of a small screen, with the number of flights that match. */
export default function FilterSheet({ list, filters, atStops, returnFocus, onClose }: FilterSheetProps) {
  // The pressed choice is shown before the counts that it changes.
  const data = useFilterData(list, useDeferredValue(filters.draft));
  const matching = data.counts?.matching;
  return (
    <Sheet open onOpenChange={onClose}>
      <SheetContent
        title="Filters"
        side="full"
        {...(atStops && { onOpenAutoFocus: showStops })}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          returnFocus.current?.focus({ preventScroll: true });
        }}
        footer={
          <>
            <Button variant="secondary" onClick={filters.clear}>
              Clear all
            </Button>
            <SheetClose asChild>
              <Button onClick={filters.apply}>
                {matching ? `Show ${formatFlightCount(matching)}` : 'Show flights'}
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
