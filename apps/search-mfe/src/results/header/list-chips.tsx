import { Button, classNames, VisuallyHidden } from '@fareline/ui-theme';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { chip, FilterSheetButton, setChip } from '../../filters/filter-sheet-button.tsx';
import type { FilterPanelProps } from '../../filters/filter-panel.tsx';
import { getShortLabel, sortOptions, type SortOrder } from '../list/sort-itineraries.ts';

interface ListChipsProps extends FilterPanelProps {
  withBag: boolean;
  order: SortOrder;
  onWithBagChange: (withBag: boolean) => void;
  onOrderChange: (order: SortOrder) => void;
}

/** The choices of the list in one row of a phone. (RESULTS-14, FILTER-01) */
export function ListChips({ list, filters, withBag, order, onWithBagChange, onOrderChange }: ListChipsProps) {
  return (
    <div role="group" aria-label="Filter and sort" className="flex min-w-0 gap-1 min-[22.5rem]:gap-1.5">
      <FilterSheetButton className={chip} list={list} filters={filters} />
      <Button
        variant="secondary"
        className={classNames(chip, withBag && setChip)}
        aria-pressed={withBag}
        onClick={() => onWithBagChange(!withBag)}
      >
        Bags
        <VisuallyHidden> with a checked bag</VisuallyHidden>
      </Button>
      <FilterSheetButton className={chip} list={list} filters={filters} atStops />
      <SortChip order={order} onOrderChange={onOrderChange} />
    </div>
  );
}

/** A native select over a word that is short enough for a phone. */
function SortChip({ order, onOrderChange }: Pick<ListChipsProps, 'order' | 'onOrderChange'>) {
  return (
    <div
      className={classNames(
        'ui-button relative min-w-0 grow has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary-ink',
        chip,
      )}
      data-variant="secondary"
    >
      <span className="truncate" aria-hidden>
        {getShortLabel(order)}
      </span>
      <ChevronDown className="shrink-0 text-text-muted" size={14} />
      {/* A phone zooms into a field whose text is smaller than 16 px. */}
      <select
        className="absolute inset-0 w-full text-[1rem] opacity-0"
        aria-label="Sort by"
        value={order}
        onChange={(event) => onOrderChange(event.target.value as SortOrder)}
      >
        {sortOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
