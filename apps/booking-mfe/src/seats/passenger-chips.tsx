import type { SeatSelection } from '@fareline/contracts';
import { formatPrice } from '@fareline/ui-theme';
import { findSelection, type SeatedPassenger } from './selection.ts';

interface PassengerChipsProps {
  passengers: readonly SeatedPassenger[];
  active: string;
  seats: readonly SeatSelection[];
  segmentId: string;
  onActive: (passengerId: string) => void;
}

/** Everybody who needs a seat, with theirs; a press makes somebody the one who is being seated. (SEAT-08) */
export function PassengerChips({ passengers, active, seats, segmentId, onActive }: PassengerChipsProps) {
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
            aria-pressed={passenger.id === active}
            onClick={() => onActive(passenger.id)}
          >
            <span className="booking-chip__letter" data-passenger={passenger.letter} aria-hidden>
              {passenger.letter}
            </span>
            <span className="booking-chip__text">
              <span className="booking-chip__name">{passenger.name}</span>
              <span className="booking-quiet">{state}</span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
