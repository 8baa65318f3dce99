import { getExitSeats, type SeatMap, type SeatSelection } from '@fareline/contracts';
import { announce, Sentence } from '@fareline/ui-theme';
import { useState } from 'react';
import { CabinView } from './cabin-view.tsx';
import { Legend } from './legend.tsx';
import { PassengerChips } from './passenger-chips.tsx';
import { listPriceRanges } from './price-ranges.ts';
import { SeatNotes } from './seat-notes.tsx';
import { selectSeat, nextPassenger, findSelection, type Seat, type SeatedPassenger } from './selection.ts';

interface SegmentSeatsProps {
  map: SeatMap;
  passengers: readonly SeatedPassenger[];
  seats: readonly SeatSelection[];
  currency: string;
  onSeatsChange: (seats: readonly SeatSelection[]) => void;
}

/** The cabins of one segment, and the passenger whose seat is selected next. (SEAT-07, SEAT-08) */
export function SegmentSeats({ map, passengers, seats, currency, onSeatsChange }: SegmentSeatsProps) {
  const firstWithoutSeat = passengers.find(
    (passenger) => !findSelection(seats, map.segment_id, passenger.id),
  );
  const [activeId, setActiveId] = useState(() => (firstWithoutSeat ?? passengers[0])?.id ?? '');
  const active = passengers.find((passenger) => passenger.id === activeId) ?? passengers[0];
  if (!active) return null;
  const ranges = listPriceRanges(map, active.id, currency);

  const select = (seat: Seat) => {
    const next = selectSeat(seats, seat, active.id, currency);
    if (next === seats) return;
    onSeatsChange(next);
    const isSeated = findSelection(next, map.segment_id, active.id) !== undefined;
    announce(`${active.name}: ${isSeated ? `seat ${seat.element.designator}` : 'no seat'}`);
    if (isSeated) setActiveId(nextPassenger(passengers, next, map.segment_id, active.id));
  };

  return (
    <div className="grid grid-cols-1 gap-4">
      <PassengerChips
        passengers={passengers}
        activeId={active.id}
        seats={seats}
        segmentId={map.segment_id}
        onActiveChange={setActiveId}
      />
      <Legend ranges={ranges} currency={currency} />
      {active.isBarredFromExits && map.cabins.some((cabin) => getExitSeats(cabin).length > 0) && (
        <p>
          <Sentence>{active.name}</Sentence> cannot sit at an exit: those seats are not for children, for
          passengers under 16, or for an adult with an infant on the lap.
        </p>
      )}
      <SeatNotes cabins={map.cabins} />
      {map.cabins.map((cabin, index) => (
        <CabinView
          key={`${cabin.cabin_class}-${cabin.deck_configuration.deck}-${index}`}
          cabin={cabin}
          segmentId={map.segment_id}
          passengers={passengers}
          active={active}
          ranges={ranges}
          seats={seats}
          currency={currency}
          onSelect={select}
        />
      ))}
    </div>
  );
}
