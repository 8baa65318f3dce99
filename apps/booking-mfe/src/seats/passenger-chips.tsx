import type { SeatSelection } from '@fareline/contracts';
import { formatPrice } from '@fareline/ui-theme';
import { findSelection, type SeatedPassenger } from './selection.ts';

interface PassengerChipsProps {
  passengers: readonly SeatedPassenger[];
  activeId: string;
  seats: readonly SeatSelection[];
  segmentId: string;
  onActiveChange: (passengerId: string) => void;
}

/** One button per passenger who needs a seat, with the selected seat; a click makes this passenger the active one. (SEAT-08) */
export function PassengerChips({
  passengers,
  activeId,
  seats,
  segmentId,
  onActiveChange,
}: PassengerChipsProps) {
  return (
    <div role="group" aria-label="Choosing a seat for" className="flex flex-wrap gap-2">
      {passengers.map((passenger) => {
        const seat = findSelection(seats, segmentId, passenger.id);
        const state = seat
          ? `${seat.designator}, ${formatPrice(seat.price?.amount, seat.price?.currency)}`
          : 'No seat yet';
        return (
          <button
            key={passenger.id}
            type="button"
            className="booking-chip"
            aria-pressed={passenger.id === activeId}
            onClick={() => onActiveChange(passenger.id)}
          >
            <span className="booking-chip__letter" data-passenger={passenger.letter} aria-hidden>
              {passenger.letter}
            </span>
            <span className="booking-chip__text">
              <span className="booking-chip__name">{passenger.name}</span>
              <span className="caption-text">{state}</span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
