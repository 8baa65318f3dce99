import { formatPrice } from '@fareline/ui-theme';
import type { Seat, SeatedPassenger, findSeatExtra } from './selection.ts';

interface SeatCellProps {
  seat: Seat;
  holder: SeatedPassenger | undefined;
  /** What it costs the active passenger; undefined when it cannot be had. */
  service: ReturnType<typeof findSeatExtra>;
  isTabStop: boolean;
  onFocus: () => void;
  onSelect: () => void;
}

/** Whole amounts fit on a seat; the full price is in its name. */
function shortPrice(amount: string, currency: string): string {
  return Number(amount) === 0 ? 'Free' : formatPrice(amount, currency);
}

/** One seat: a button that stays in the walk of the arrow keys even when it cannot be had. (SEAT-06, SEAT-10) */
export function SeatCell({ seat, holder, service, isTabStop, onFocus, onSelect }: SeatCellProps) {
  const { designator, disclosures } = seat.element;
  const state = holder ? 'selected' : service ? 'available' : 'unavailable';
  const price = service && formatPrice(service.total_amount, service.total_currency);
  const name = [
    `Seat ${designator}`,
    holder ? `selected for ${holder.name}` : state,
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
        data-passenger={holder?.letter}
        aria-label={name.filter(Boolean).join(', ')}
        aria-pressed={holder !== undefined}
        aria-disabled={state === 'unavailable' || undefined}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onClick={() => service && onSelect()}
      >
        {holder ? (
          <span className="booking-seat__letter">{holder.letter}</span>
        ) : (
          service && (
            <span className="booking-seat__price">
              {shortPrice(service.total_amount, service.total_currency)}
            </span>
          )
        )}
      </button>
    </span>
  );
}
