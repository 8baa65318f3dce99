import type { SeatSelection } from '@fareline/contracts';
import { formatPrice } from '@fareline/presentation/formats';
import { classNames, Sentence } from '@fareline/ui-theme';
import { findSelection, type SeatedPassenger } from './selection.ts';

/** The background of a passenger's letter and selected seats; readable below white text with every brand. */
const passengerColours: Record<string, string> = {
  B: 'bg-[#9a3412]',
  C: 'bg-[#5b21b6]',
  D: 'bg-[#1d4ed8]',
  E: 'bg-[#9d174d]',
  F: 'bg-[#3f6212]',
  G: 'bg-[#155e75]',
  H: 'bg-[#854d0e]',
  I: 'bg-[#44403c]',
};

export const getPassengerColour = (letter: string): string =>
  classNames('text-[#fff]', passengerColours[letter] ?? 'bg-[#0f766e]');

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
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-round border border-line bg-card py-1 pr-3 pl-1.5 text-start aria-pressed:border-primary aria-pressed:[box-shadow:inset_0_0_0_1px_var(--color-primary)]"
            aria-pressed={passenger.id === activeId}
            onClick={() => onActiveChange(passenger.id)}
          >
            <span
              className={classNames(
                'grid size-8 place-items-center rounded-round font-semibold',
                getPassengerColour(passenger.letter),
              )}
              aria-hidden
            >
              {passenger.letter}
            </span>
            <span className="grid leading-[1.2]">
              <span className="font-semibold">{passenger.name}</span>
              <span className="caption-text">
                <Sentence>{state}</Sentence>
              </span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
