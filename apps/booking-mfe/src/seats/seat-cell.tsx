import { formatPrice } from '@fareline/ui-theme';
import type { Seat, SeatedPassenger, findSeatExtra } from './selection.ts';

interface SeatCellProps {
  seat: Seat;
  occupant: SeatedPassenger | undefined;
  /** The paid seat for the active passenger; undefined when it is not available. */
  extra: ReturnType<typeof findSeatExtra>;
  isTabStop: boolean;
  onFocus: () => void;
  onSelect: () => void;
}

/** Short text for the width of a seat; the accessible name has the full price. */
function shortPrice(amount: string, currency: string): string {
  return Number(amount) === 0 ? 'Free' : formatPrice(amount, currency);
}

/** One seat. An unavailable seat is not `disabled`, so that arrow keys can still focus it. (SEAT-06, SEAT-10) */
export function SeatCell({ seat, occupant, extra, isTabStop, onFocus, onSelect }: SeatCellProps) {
  const { designator, disclosures } = seat.element;
  const state = occupant ? 'selected' : extra ? 'available' : 'unavailable';
  const price = extra && formatPrice(extra.total_amount, extra.total_currency);
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
        className="booking-seat"
        data-seat={designator}
        data-state={state}
        data-passenger={occupant?.letter}
        aria-label={name.filter(Boolean).join(', ')}
        aria-pressed={occupant !== undefined}
        aria-disabled={state === 'unavailable' || undefined}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onClick={() => extra && onSelect()}
      >
        {occupant ? (
          <span className="booking-seat__letter">{occupant.letter}</span>
        ) : (
          extra && (
            <span className="booking-seat__price">
              {shortPrice(extra.total_amount, extra.total_currency)}
            </span>
          )
        )}
      </button>
    </span>
  );
}
