import { cabinLabels, isExitRow, type SeatSelection } from '@fareline/contracts';
import { classNames } from '@fareline/ui-theme';
import { Fragment, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import {
  columnLetters,
  isArrowKey,
  isOverWing,
  getSeats,
  hasSeats,
  isSeat,
  findNeighbour,
  sectionWidths,
  type Cabin,
  type Row,
} from './cabin-layout.ts';
import { priceShades, SeatCell, seatShape, seatStates } from './seat-cell.tsx';
import { getOccupantId, findSeatExtra, type Seat, type SeatedPassenger } from './selection.ts';

interface CabinViewProps {
  cabin: Cabin;
  segmentId: string;
  passengers: readonly SeatedPassenger[];
  active: SeatedPassenger;
  /** The prices of the seats, by shade. */
  ranges: readonly (readonly string[])[];
  seats: readonly SeatSelection[];
  currency: string;
  onSelect: (seat: Seat) => void;
}

const rowLayout = 'flex justify-center gap-(--gap)';
const columnLayout = 'grid w-(--seat) place-items-center figures';
const rowNumber = 'grid w-4 place-items-center text-small/body text-text-muted sm:w-7';
/** The seats share the width of the screen, less frame, aisles and gaps. (LOOK-02) */
const seatSize =
  '[--gap:3px] max-[22.5rem]:[--gap:2px] [--frame:1rem] [--seat:min(2.75rem,calc((100cqw-var(--frame)-var(--aisles)*(1rem+var(--gap)))/var(--columns)-var(--gap)))]';
/** The wings are drawn on both sides of the rows. */
const wings =
  'before:absolute before:-inset-y-0.5 before:-start-1.5 md:before:-start-4 before:w-1.5 before:bg-control before:opacity-50 after:absolute after:-inset-y-0.5 after:-end-1.5 md:after:-end-4 after:w-1.5 after:bg-control after:opacity-50';

const getCabinLabel = (cabinClass: string) =>
  cabinLabels[cabinClass as keyof typeof cabinLabels] ?? cabinClass;

/** Seat map of one cabin: sections between aisles, numbered rows, exits and wings. Arrow keys move the focus between seats. */
export function CabinView(props: CabinViewProps) {
  const { cabin, segmentId, passengers, active, ranges, seats, currency, onSelect } = props;
  const grid = useRef<HTMLDivElement>(null);
  const allSeats = getSeats(cabin);
  const firstAvailable =
    allSeats.find((element) => findSeatExtra(element, active.id, currency)) ?? allSeats[0];
  const [focused, setFocused] = useState<string>();
  const tabStop = focused ?? firstAvailable?.designator ?? '';
  const widths = sectionWidths(cabin);
  const columns = widths.reduce((sum, width) => sum + width, 0);
  const letters = columnLetters(cabin);

  const moveFocus = (event: KeyboardEvent, from: string) => {
    if (!isArrowKey(event.key)) return;
    event.preventDefault();
    const next = findNeighbour(cabin, from, event.key);
    if (!next) return;
    setFocused(next);
    grid.current?.querySelector<HTMLElement>(`[data-seat="${CSS.escape(next)}"]`)?.focus();
  };

  const renderRow = (row: Row, index: number) => (
    <div role="row" className={classNames(rowLayout, 'relative', isOverWing(cabin, index) && wings)}>
      {widths.map((width, sectionIndex) => (
        <Fragment key={sectionIndex}>
          {sectionIndex === 1 && hasSeats(row) ? (
            <span role="rowheader" className={rowNumber}>
              {row.number}
            </span>
          ) : (
            sectionIndex > 0 && <span className={rowNumber} />
          )}
          {Array.from({ length: width }, (_, elementIndex) => {
            const element = row.sections[sectionIndex]?.elements[elementIndex];
            if (!element || !isSeat(element)) {
              return <NonSeatCell key={elementIndex} type={element?.type} />;
            }
            const seat = { segmentId, cabinClass: cabin.cabin_class, element };
            const occupant = passengers.find(({ id }) => id === getOccupantId(seats, seat));
            const extra = findSeatExtra(element, active.id, currency);
            const range = ranges.findIndex((prices) => prices.includes(extra?.total_amount ?? ''));
            return (
              <SeatCell
                key={elementIndex}
                seat={seat}
                occupant={occupant}
                extra={extra}
                shade={priceShades[range]}
                isTabStop={element.designator === tabStop}
                onFocus={() => setFocused(element.designator)}
                onKeyDown={(event) => moveFocus(event, element.designator)}
                onSelect={() => onSelect(seat)}
              />
            );
          })}
        </Fragment>
      ))}
    </div>
  );

  return (
    <section
      className="@container touch-manipulation max-md:-mx-4"
      aria-label={`${getCabinLabel(cabin.cabin_class)} cabin`}
    >
      <h3 className="section-heading pb-3 text-center">{getCabinLabel(cabin.cabin_class)}</h3>
      <div
        ref={grid}
        role="grid"
        aria-label="Seats"
        className={classNames(
          seatSize,
          'mx-auto grid w-max gap-(--gap) rounded-t-[48px] rounded-b-[24px] border-2 border-line bg-card px-1.5 pt-5 md:px-4 pb-6',
        )}
        style={{ '--columns': columns, '--aisles': widths.length - 1 } as CSSProperties}
      >
        <div
          className={classNames(
            rowLayout,
            'sticky top-[calc(var(--header-height,4.5rem)+2.5rem)] z-1 bg-card pt-2 lg:top-[var(--header-height,4.5rem)]',
          )}
          data-sticky-bar="top"
          aria-hidden
        >
          {widths.map((width, sectionIndex) => (
            <Fragment key={sectionIndex}>
              {sectionIndex > 0 && <span className={rowNumber} />}
              {Array.from({ length: width }, (_, elementIndex) => (
                <span
                  key={elementIndex}
                  className={classNames(columnLayout, 'text-small/body text-text-muted')}
                >
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
    </section>
  );
}

const exit = 'text-small/body font-medium text-success-ink uppercase';

/** Exit doors on both sides of a row. */
function Exits() {
  return (
    <div role="presentation" className="flex min-h-5 items-center justify-between">
      <span className={exit}>Exit</span>
      <span className={exit}>Exit</span>
    </div>
  );
}

const nonSeatLabels: Record<string, string> = {
  lavatory: 'WC',
  galley: 'Galley',
  closet: '',
  stairs: 'Stairs',
};

/** A gap, a lavatory or the like, or a seat without a designator, which cannot be chosen. */
function NonSeatCell({ type }: { type: string | undefined }) {
  if (type === 'seat')
    return (
      <span role="gridcell">
        <span
          role="img"
          aria-label="Seat, unavailable"
          className={classNames(seatShape, seatStates.unavailable, 'size-(--seat)')}
        />
      </span>
    );
  const label = type ? nonSeatLabels[type] : undefined;
  return (
    <span
      role="gridcell"
      className={classNames(
        columnLayout,
        label !== undefined && 'rounded-[0.25rem] bg-muted text-[0.6875rem]/body text-text-muted',
      )}
    >
      {label}
    </span>
  );
}
