import { Button, Sentence } from '@fareline/ui-theme';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { getActiveFilters } from './filter-labels.ts';
import type { FilterOptions } from './filter-options.ts';
import type { FilterState } from './use-filters.ts';

interface ActiveFiltersProps {
  options: FilterOptions;
  filters: FilterState;
  /** Moves the focus to the heading of the list. */
  onFocusHeading: () => void;
  /** Whether they are out of sight once a removal has scrolled the page to its top. */
  isBelowCards?: boolean;
}

/** The applied filters, each to be removed alone; the focus moves on to the next one, at the end to the heading. */
export function ActiveFilters({ options, filters, onFocusHeading, isBelowCards }: ActiveFiltersProps) {
  const listRef = useRef<HTMLUListElement>(null);
  const active = getActiveFilters(filters.applied, options);
  if (active.length === 0) return null;
  const focusAfterRemoval = (index: number) => {
    const next = listRef.current?.querySelectorAll<HTMLElement>('li > [data-chip]')[index + 1];
    if (next && !isBelowCards) next.focus({ preventScroll: true });
    else onFocusHeading();
  };
  return (
    <ul ref={listRef} aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {active.map(({ group, label, remove }, index) => (
        <li key={`${group} ${label}`}>
          <Button
            data-chip
            variant="secondary"
            size="small"
            aria-label={`Remove filter ${label}`}
            onClick={() => {
              focusAfterRemoval(index);
              filters.replace(remove(filters.applied));
            }}
          >
            <Sentence>{label}</Sentence>
            <X size={14} />
          </Button>
        </li>
      ))}
      <li>
        <Button
          variant="link"
          size="small"
          aria-label="Clear all filters"
          onClick={() => {
            onFocusHeading();
            filters.clear();
          }}
        >
          Clear all
        </Button>
      </li>
    </ul>
  );
}
