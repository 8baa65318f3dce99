import { Button, lazyWithRetry } from '@fareline/ui-theme';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useEffect, useState } from 'react';
import { countActiveFilters } from './filter-groups.ts';
import { FilterCount, type FilterPanelProps } from './filter-panel.tsx';

const FilterSheet = lazyWithRetry(() => import('./filter-sheet.tsx'));

/** Opens the filter sheet of a small screen. Its code is loaded when the list is there, to keep it out of the first screen. */
export function FilterSheetButton(props: FilterPanelProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => FilterSheet.preload(), []);
  const close = () => {
    setOpen(false);
    // Closed with Escape, it must not open later with filters that the list does not have.
    props.filters.reset();
  };
  return (
    <>
      <Button
        className="max-[22.5rem]:px-3"
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal className="max-[22.5rem]:hidden" size={18} />
        Filters
        <FilterCount count={countActiveFilters(props.filters.applied)} />
      </Button>
      {isOpen && <FilterSheet {...props} onClose={close} />}
    </>
  );
}
