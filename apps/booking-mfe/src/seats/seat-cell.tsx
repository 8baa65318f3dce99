import { formatPrice } from '@fareline/presentation/formats';
import { classNames } from '@fareline/ui-theme';
import type { KeyboardEvent } from 'react';
import { getPassengerColour } from './passenger-chips.tsx';
import type { Seat, SeatedPassenger, findSeatExtra } from './selection.ts';

/** A seat of the cabin or of the legend, without its size. */
export const seatShape =
  'grid place-items-center rounded-t-[10px] rounded-b-[6px] border-[1.5px] text-small/body figures';

export const seatStates = {
  available: 'border-control text-text',
  selected: 'border-transparent',
  unavailable: "border-line bg-muted text-text-muted before:content-['×']",
};

/** The backgrounds of available seats by their range of prices, the cheapest first. */
export const priceShades = [
  'bg-card',
  'bg-[color-mix(in_srgb,var(--color-primary)_12%,var(--color-card))]',
  'bg-[color-mix(in_srgb,var(--color-primary)_24%,var(--color-card))]',
  'bg-[color-mix(in_srgb,var(--color-primary)_36%,var(--color-card))]',
];

interface SeatCellProps {
  seat: Seat;
  occupant: SeatedPassenger | undefined;
  /** The paid seat for the active passenger; undefined when it is not available. */
  extra: ReturnType<typeof findSeatExtra>;
  /** The background of its range of prices. */
  shade: string | undefined;
  isTabStop: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onSelect: () => void;
}

/** The price in the seat and in its accessible name, which has to contain the visible text. (WCAG 2.2, 2.5.3) */
export const formatSeatPrice = (amount: string, currency: string): string =>
  Number(amount) === 0 ? 'Free' : formatPrice(amount, currency);

/** One seat. An unavailable seat is not `disabled`, so that arrow keys can still focus it. (SEAT-06, SEAT-10) */
export function SeatCell(props: SeatCellProps) {
  const { seat, occupant, extra, shade, isTabStop, onFocus, onKeyDown, onSelect } = props;
  const { designator, disclosures } = seat.element;
  const state = occupant ? 'selected' : extra ? 'available' : 'unavailable';
  const price = extra && formatSeatPrice(extra.total_amount, extra.total_currency);
  const [whole, cents] = price?.split(/(?=\.\d+$)/) ?? [];
  const name = [
    `Seat ${designator}`,
    occupant ? `selected for ${occupant.name}` : state,
    state !== 'unavailable' && price,
    ...disclosures,
  ];
  return (
    <span role="gridcell">
      <button
        type="button"
        className={classNames(
          seatShape,
          seatStates[state],
          occupant ? getPassengerColour(occupant.letter) : extra && shade,
          state === 'unavailable' ? 'cursor-not-allowed' : 'cursor-pointer hover:border-primary',
          'size-(--seat)',
        )}
        data-seat={designator}
        data-state={state}
        aria-label={name.filter(Boolean).join(', ')}
        aria-pressed={occupant !== undefined}
        aria-disabled={state === 'unavailable' || undefined}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={() => extra && onSelect()}
      >
        {occupant ? (
          <span className="font-semibold">{occupant.letter}</span>
        ) : (
          price && (
            // What is wider than the seat wraps to a second line, which is cut off: cents, then the whole price.
            <span
              className="flex h-[1lh] w-full flex-wrap justify-center overflow-hidden text-[0.6875rem]/body sm:text-small/body before:h-[1lh] before:content-['']"
              translate="no"
            >
              <span>{whole}</span>
              {cents && <span>{cents}</span>}
            </span>
          )
        )}
      </button>
    </span>
  );
}
