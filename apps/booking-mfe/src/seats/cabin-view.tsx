import type { SeatSelection } from '@fareline/contracts';
import { cabinLabels } from '@fareline/ui-theme';
import { Fragment, useRef, useState, type KeyboardEvent } from 'react';
import {
  columnLetters,
  isArrowKey,
  isExitRow,
  isOverWing,
  hasSeats,
  isSeat,
  findNeighbour,
  sectionWidths,
  type Cabin,
  type Row,
} from './cabin-layout.ts';
import { SeatCell } from './seat-cell.tsx';
import { getOccupantId, findSeatExtra, type Seat, type SeatedPassenger } from './selection.ts';

interface CabinViewProps {
  cabin: Cabin;
  segmentId: string;
  passengers: readonly SeatedPassenger[];
  active: SeatedPassenger;
  seats: readonly SeatSelection[];
  currency: string;
  onSelect: (seat: Seat) => void;
}

const getCabinLabel = (cabinClass: string) =>
  cabinLabels[cabinClass as keyof typeof cabinLabels] ?? cabinClass;

/** Seat map of one cabin: sections between aisles, numbered rows, exits and wings. Arrow keys move the focus between seats. */
export function CabinView({
  cabin,
  segmentId,
  passengers,
  active,
  seats,
  currency,
  onSelect,
}: CabinViewProps) {
  const grid = useRef<HTMLDivElement>(null);
  const allSeats = cabin.rows
    .flatMap((row) => row.sections.flatMap((section) => section.elements))
    .filter(isSeat);
  const firstAvailable =
    allSeats.find((element) => findSeatExtra(element, active.id, currency)) ?? allSeats[0];
  const [focused, setFocused] = useState<string>();
  const tabStop = focused ?? firstAvailable?.designator ?? '';
  const widths = sectionWidths(cabin);
  const letters = columnLetters(cabin);

  const moveFocus = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).dataset['seat'];
    if (!from || !isArrowKey(event.key)) return;
    event.preventDefault();
    const next = findNeighbour(cabin, from, event.key);
    if (!next) return;
    setFocused(next);
    grid.current?.querySelector<HTMLElement>(`[data-seat="${CSS.escape(next)}"]`)?.focus();
  };

  const renderRow = (row: Row, index: number) => (
    <div role="row" className="booking-cabin__row" data-wing={isOverWing(cabin, index) || undefined}>
      {widths.map((width, sectionIndex) => (
        <Fragment key={sectionIndex}>
          {sectionIndex > 0 && (
            <span role="rowheader" className="booking-cabin__number">
              {sectionIndex === 1 && hasSeats(row) ? row.number : ''}
            </span>
          )}
          {Array.from({ length: width }, (_, elementIndex) => {
            const element = row.sections[sectionIndex]?.elements[elementIndex];
            if (!element || !isSeat(element)) {
              return <NonSeatCell key={elementIndex} type={element?.type} />;
            }
            const seat = { segmentId, cabinClass: cabin.cabin_class, element };
            const occupant = passengers.find(({ id }) => id === getOccupantId(seats, seat));
            return (
              <SeatCell
                key={elementIndex}
                seat={seat}
                occupant={occupant}
                extra={findSeatExtra(element, active.id, currency)}
                isTabStop={element.designator === tabStop}
                onFocus={() => setFocused(element.designator ?? undefined)}
                onSelect={() => onSelect(seat)}
              />
            );
          })}
        </Fragment>
      ))}
    </div>
  );

  return (
    <section className="booking-cabin" aria-label={`${getCabinLabel(cabin.cabin_class)} cabin`}>
      <h3 className="section-heading px-4 py-3 text-center">{getCabinLabel(cabin.cabin_class)}</h3>
      <div className="booking-cabin__scroll">
        <div ref={grid} role="grid" aria-label="Seats" className="booking-cabin__body" onKeyDown={moveFocus}>
          <div className="booking-cabin__row booking-cabin__letters" aria-hidden>
            {widths.map((width, sectionIndex) => (
              <Fragment key={sectionIndex}>
                {sectionIndex > 0 && <span className="booking-cabin__number" />}
                {Array.from({ length: width }, (_, elementIndex) => (
                  <span key={elementIndex} className="booking-cabin__letter">
                    {letters[sectionIndex]?.[elementIndex]}
                  </span>
                ))}
              </Fragment>
            ))}
          </div>
          {cabin.rows.map((row, index) => (
            <Fragment key={index}>
              {isExitRow(row) && <Exits />}
              {(hasSeats(row) || !isExitRow(row)) && renderRow(row, index)}
            </Fragment>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Exit doors on both sides of a row. */
function Exits() {
  return (
    <div role="presentation" className="booking-cabin__row" data-exit>
      <span className="booking-cabin__exit">Exit</span>
      <span className="booking-cabin__exit">Exit</span>
    </div>
  );
}

const nonSeatLabels: Record<string, string> = {
  lavatory: 'WC',
  galley: 'Galley',
  closet: '',
  stairs: 'Stairs',
};

function NonSeatCell({ type }: { type: string | undefined }) {
  const label = type ? nonSeatLabels[type] : undefined;
  return (
    <span
      role="gridcell"
      className="booking-cabin__non-seat"
      data-element={label === undefined ? undefined : type}
    >
      {label}
    </span>
  );
}
