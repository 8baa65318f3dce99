import { Button, classNames, lazyWithRetry, VisuallyHidden } from '@fareline/ui-theme';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useEffect, useRef, useState } from 'react';
import { countActiveFilters } from './filter-groups.ts';
import { stopLabels } from './filter-labels.ts';
import type { StopChoice } from './filter-model.ts';
import { FilterCount, type FilterPanelProps } from './filter-panel.tsx';

const FilterSheet = lazyWithRetry(() => import('./filter-sheet.tsx'));

/** One of the choices in the row of a phone. */
export const chip = 'gap-1 px-1.5 text-small whitespace-nowrap min-[22.5rem]:px-2.5';
export const setChip = 'border-primary-ink bg-primary-soft text-primary-ink';

interface FilterSheetButtonProps extends FilterPanelProps {
  className?: string;
  /** Opens the sheet at its stops. */
  atStops?: boolean;
}

/** Opens the filter sheet of a small screen. Its code is loaded when the list is there, to keep it out of the first screen. */
export function FilterSheetButton({ className, atStops = false, ...props }: FilterSheetButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => FilterSheet.preload(), []);
  const { applied, reset } = props.filters;
  const count = countActiveFilters(applied);
  const close = () => {
    setOpen(false);
    // Closed with Escape, it must not open later with filters that the list does not have.
    reset();
  };
  return (
    <>
      <Button
        ref={button}
        className={classNames(className, atStops && applied.stops.length > 0 && setChip)}
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {atStops ? (
          <ChosenStops stops={applied.stops} />
        ) : (
          <>
            {/* On a phone the number has its room. */}
            <SlidersHorizontal className={count > 0 ? 'max-md:hidden' : 'max-[22.5rem]:hidden'} size={18} />
            Filters
            <FilterCount count={count} />
          </>
        )}
      </Button>
      {isOpen && <FilterSheet {...props} atStops={atStops} returnFocus={button} onClose={close} />}
    </>
  );
}

/** "Non-stop", or "Stops · 2" of several. */
function ChosenStops({ stops }: { stops: readonly StopChoice[] }) {
  const labels = stops.map((stop) => stopLabels[stop]);
  if (labels.length > 1)
    return (
      <span>
        Stops <span aria-hidden>· </span>
        {labels.length}
        <VisuallyHidden> chosen: {labels.join(', ')}</VisuallyHidden>
      </span>
    );
  return (
    <span>
      {labels[0] && <VisuallyHidden>Stops: </VisuallyHidden>}
      {labels[0] ?? 'Stops'}
    </span>
  );
}
