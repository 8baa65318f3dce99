import { classNames, Sentence, VisuallyHidden } from '@fareline/ui-theme';
import { Checkbox } from '@fareline/ui-theme/widgets';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState, type ReactNode } from 'react';
import { formatFrom, noFlights, type FlightCount } from './filter-counts.ts';
import type { GroupKey } from './filter-groups.ts';
import type { Filters } from './filter-model.ts';
import type { FilterOption } from './filter-options.ts';
import type { FilterData } from './use-filter-data.ts';

/** "23 from $312". */
function FlightCountText({ flights, currency }: { flights: FlightCount; currency: string }) {
  const price = formatFrom(flights, currency);
  return (
    <>
      {flights.count}
      <VisuallyHidden> {flights.count === 1 ? 'flight' : 'flights'}</VisuallyHidden>
      {price && (
        <>
          {' from '}
          <span translate="no">{price}</span>
        </>
      )}
    </>
  );
}

/** A small button beside a choice, for mouse, touch and keyboard. */
export function ChoiceButton({
  label,
  pressed,
  onClick,
  children,
}: {
  /** Accessible name; contains the visible text. */
  label: string;
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      className="min-h-9 min-w-9 rounded-card px-1.5 text-small text-primary-ink underline underline-offset-2 aria-pressed:bg-primary-soft aria-pressed:font-medium"
      onClick={onClick}
    >
      {children}
    </button>
  );
}

export interface Choice {
  value: string;
  label: string;
  /** What the label means, such as hours. */
  hint?: string;
}

export const toChoices = (options: readonly FilterOption[]): Choice[] =>
  options.map(({ code, label }) => ({ value: code, label }));

/** What every field of the filters shows and changes. Besides, it gets only its own filters, so that others do not draw it again. */
export interface FilterFieldProps {
  data: FilterData;
  onChange: (changes: Partial<Filters>) => void;
}

interface FilterChoicesProps {
  data: FilterData;
  group: GroupKey;
  choices: readonly Choice[];
  chosen: readonly string[];
  /** Values that are set by the button beside them. */
  avoided?: readonly string[];
  onToggle: (value: string) => void;
  /** A button beside a choice that has flights. */
  renderAction?: (choice: Choice) => ReactNode;
}

/** Choices of a group that are shown at first: those with the lowest prices. */
const maxShown = 6;
/** A single one takes no more room than the button that it would be folded behind. */
const minFolded = 2;

/**
 * Checkboxes with the flights that the list would have with only this value of the group. A value without any says so and cannot be
 * chosen, but a chosen one can always be removed. The dearer ones, and those that the search does not have, are folded away.
 */
export function FilterChoices({
  data,
  group,
  choices,
  chosen,
  avoided = [],
  onToggle,
  renderAction,
}: FilterChoicesProps) {
  const { counts, allCounts, options } = data;
  const [isUnfolded, setUnfolded] = useState(false);
  // One that was chosen stays, so that it keeps the focus when it is removed.
  const [chosenBefore] = useState(chosen);
  const all = allCounts.groups[group].values;
  const current = (counts ?? allCounts).groups[group].values;
  // One without flights only fills a place that no other takes, so that choosing elsewhere does not change the number of rows.
  const rank = ({ value }: Choice) => {
    const { count, from = Number.MAX_VALUE } = current.get(value) ?? noFlights;
    return count > 0 ? from : Infinity;
  };
  const cheapest = choices
    .filter(({ value }) => all.has(value))
    .toSorted((a, b) => rank(a) - rank(b) || 0)
    .slice(0, maxShown);
  const set = [...chosen, ...chosenBefore, ...avoided];
  const first = choices.filter((choice) => cheapest.includes(choice) || set.includes(choice.value));
  const folded = choices.length - first.length;
  const isFoldable = folded >= minFolded;
  const shown = isFoldable && !isUnfolded ? first : choices;
  const rows = shown.map((choice) => {
    const { value, label, hint } = choice;
    const flights = counts && (counts.groups[group].values.get(value) ?? noFlights);
    const isChosen = chosen.includes(value);
    const isEmpty = flights?.count === 0;
    const isDisabled = isEmpty && !isChosen;
    // The line is there before its text, so that nothing moves.
    const note = !flights ? (
      !hint && '\u00a0'
    ) : !isEmpty ? (
      <FlightCountText flights={flights} currency={options.currency} />
    ) : all.has(value) ? (
      'none with the other filters'
    ) : (
      'none in this search'
    );
    return (
      <div key={value} className="flex min-h-11 items-center gap-2">
        <Checkbox
          className={classNames(
            'min-h-0 flex-1 flex-wrap gap-y-0 [&>span]:basis-full [&>span]:ps-7.5',
            isDisabled && 'text-text-muted',
          )}
          label={<Sentence>{label}</Sentence>}
          note={
            <>
              {hint && <span translate="no">{hint}</span>}
              {hint && flights && ', '}
              {note}
            </>
          }
          aria-disabled={isDisabled || undefined}
          checked={isChosen}
          onCheckedChange={() => {
            if (!isDisabled) onToggle(value);
          }}
        />
        {!isDisabled && renderAction?.(choice)}
      </div>
    );
  });
  return (
    <>
      {rows}
      {isFoldable && (
        <button
          type="button"
          className="flex min-h-9 items-center gap-2 text-small font-medium text-primary-ink"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <ChevronDown className={classNames('shrink-0', isUnfolded && 'rotate-180')} size={16} />
          <span>{`${folded} more`}</span>
        </button>
      )}
    </>
  );
}
