import type { SeatMap, SeatSelection, Slice } from '@fareline/contracts';
import { Sentence, Tabs, TabsContent, TabsList, TabsTrigger } from '@fareline/ui-theme';
import { Checkbox } from '@fareline/ui-theme/widgets';
import { useEffect, useRef } from 'react';
import { getBoughtSeats, type ChosenExtras } from '../extras/chosen-extras.ts';
import { formatFlightNumber, formatSegmentName } from './passengers.ts';
import { SegmentSeats } from './segment-seats.tsx';
import { countMissingSeats, type SeatedPassenger } from './selection.ts';

interface SeatPickerProps {
  maps: readonly SeatMap[];
  slices: readonly Slice[];
  passengers: readonly SeatedPassenger[];
  currency: string;
  extras: ChosenExtras;
  /** The flight that is shown. */
  segmentId: string;
  /** The id of the last message with which missing seats were refused; each one moves the focus to the flight. */
  refusal: string | undefined;
  onSegmentChange: (segmentId: string) => void;
  onExtrasChange: (extras: ChosenExtras) => void;
}

/** The seats of each flight, or none: one tab per segment; a single segment has a heading instead. (SEAT-14) */
export function SeatPicker(props: SeatPickerProps) {
  const { maps, slices, passengers, currency, extras, segmentId, refusal, onSegmentChange, onExtrasChange } =
    props;
  const [firstMap] = maps;
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (refusal === undefined) return;
    // Below the bars that stay on the screen, for which the page has scroll padding; the tabs are above the heading.
    root.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [refusal]);
  const mark = (id: string, isWithout: boolean): readonly string[] => [
    ...extras.withoutSeats.filter((segment) => segment !== id),
    ...(isWithout ? [id] : []),
  ];
  /** A seat on a marked flight replaces those that were remembered for it. */
  const changeSeats = (id: string, seats: readonly SeatSelection[]) =>
    onExtrasChange({
      ...extras,
      seats: [...extras.seats.filter((seat) => seat.segmentId !== id), ...seats],
      withoutSeats: mark(id, false),
    });
  const bought = getBoughtSeats(extras, maps);
  const getState = (id: string) =>
    extras.withoutSeats.includes(id)
      ? 'no seats'
      : `${bought.filter((seat) => seat.segmentId === id).length} of ${passengers.length}`;
  /** Such as "MU13: 2 seats missing", once the step was refused for it. (SEAT-11, SEAT-14) */
  const describeMissing = (id: string) => {
    const count = extras.withoutSeats.includes(id) ? 0 : countMissingSeats(id, passengers, bought);
    if (refusal === undefined || count === 0) return undefined;
    return `${formatFlightNumber(slices, id)}: ${count} ${count === 1 ? 'seat' : 'seats'} missing`;
  };
  const renderFlight = (map: SeatMap) => (
    <>
      <h2
        ref={heading}
        className="section-heading outline-offset-4"
        tabIndex={-1}
        aria-describedby="missing-seats"
      >
        <Sentence>{formatSegmentName(slices, map.segment_id)}</Sentence>
      </h2>
      <p id="missing-seats" className="font-semibold text-destructive-ink empty:hidden">
        <Sentence>{describeMissing(map.segment_id)}</Sentence>
      </p>
      <Checkbox
        label="No seats on this flight"
        note="Assigned at check-in"
        className="mb-3"
        checked={extras.withoutSeats.includes(map.segment_id)}
        onCheckedChange={(checked) =>
          onExtrasChange({ ...extras, withoutSeats: mark(map.segment_id, checked === true) })
        }
      />
      <SegmentSeats
        map={map}
        passengers={passengers}
        seats={bought.filter((seat) => seat.segmentId === map.segment_id)}
        currency={currency}
        onSeatsChange={(seats) => changeSeats(map.segment_id, seats)}
      />
    </>
  );

  if (maps.length === 1 && firstMap) return <div ref={root}>{renderFlight(firstMap)}</div>;
  return (
    <Tabs ref={root} value={segmentId} onValueChange={onSegmentChange}>
      <TabsList aria-label="Flights">
        {maps.map(({ segment_id: id }) => (
          <TabsTrigger key={id} value={id} className="pb-1.5 text-start">
            <Sentence>{formatFlightNumber(slices, id)}</Sentence>{' '}
            <span className="caption-text block figures">{getState(id)}</span>
          </TabsTrigger>
        ))}
      </TabsList>
      {maps.map((map) => (
        <TabsContent key={map.segment_id} value={map.segment_id} className="pt-4">
          {renderFlight(map)}
        </TabsContent>
      ))}
    </Tabs>
  );
}
