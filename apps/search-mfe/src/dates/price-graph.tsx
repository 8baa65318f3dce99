import { formatDate, formatWeekday } from '@fareline/presentation/formats';
import { classNames, VisuallyHidden } from '@fareline/ui-theme';
import { useEffect, useRef } from 'react';
import { formatShortPrice } from '../search-form/price-notes.ts';
import type { DayOption } from './day-options.ts';

interface PriceGraphProps {
  options: readonly DayOption[];
  onChoose: (option: DayOption) => void;
}

/** Height of the highest bar in px. */
const maxHeight = 48;

/** A bar for each day, in as many rows as they need; a day without a seen price has none, and can be searched as well. */
export function PriceGraph({ options, onChoose }: PriceGraphProps) {
  const searched = useRef<HTMLButtonElement>(null);
  const prices = options.map(({ minor }) => minor ?? 0);
  const highest = Math.max(...prices, 1);
  const lowest = Math.min(...prices.filter(Boolean));

  useEffect(() => {
    // The pressed day of the search before is gone, and with it the focus.
    if (document.activeElement === document.body) searched.current?.focus({ preventScroll: true });
  }, []);

  return (
    <ol
      className="relative grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-x-0.5 gap-y-2"
      aria-label="Prices by day of departure"
    >
      {options.map((option) => {
        const { query, isSearched, isEmpty, minor, amount, currency, source } = option;
        const isLowest = minor === lowest;
        return (
          <li key={query.departureDate} className="min-w-0">
            <button
              ref={isSearched ? searched : undefined}
              type="button"
              aria-current={isSearched ? 'date' : undefined}
              className="grid h-30 w-full grid-cols-1 grid-rows-[1fr_auto_auto] items-end justify-items-center rounded-control text-small figures hover:bg-muted aria-[current]:bg-primary-soft"
              onClick={() => onChoose(option)}
            >
              {/* Named by what is shown, in the order in which it is said. */}
              <span className="order-2 w-full border-t border-line text-text-muted">
                {formatWeekday(query.departureDate)}
              </span>{' '}
              <span className={classNames('order-3 pb-1', isSearched && 'font-semibold')}>
                {formatDate(query.departureDate)}
              </span>{' '}
              {amount === undefined ? (
                <span className="order-1 pb-1 leading-4 text-text-muted">
                  {isEmpty ? 'No flights' : 'Not seen'}
                </span>
              ) : (
                <span className="order-1 grid justify-items-center gap-1">
                  <span className={classNames(isLowest && 'font-semibold underline')} translate="no">
                    {formatShortPrice(amount, currency)}
                  </span>
                  <span
                    className={classNames(
                      'w-6 rounded-t-[0.25rem]',
                      isSearched ? 'bg-primary' : 'bg-control',
                    )}
                    style={{ height: Math.round((maxHeight * (minor ?? 0)) / highest) }}
                  />
                </span>
              )}
              {source && (
                <VisuallyHidden>
                  {' '}
                  {source}
                  {isLowest && ', the lowest shown'}
                </VisuallyHidden>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
