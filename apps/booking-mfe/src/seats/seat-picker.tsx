import type { SeatMap, SeatSelection, Slice } from '@fareline/contracts';
import { Sentence, Tabs, TabsContent, TabsList, TabsTrigger } from '@fareline/ui-theme';
import { Checkbox } from '@fareline/ui-theme/widgets';
import { getBoughtSeats, type ChosenExtras } from '../extras/chosen-extras.ts';
import { formatFlightNumber, formatSegmentName } from './passengers.ts';
import { SegmentSeats } from './segment-seats.tsx';
import type { SeatedPassenger } from './selection.ts';

interface SeatPickerProps {
  maps: readonly SeatMap[];
  slices: readonly Slice[];
  passengers: readonly SeatedPassenger[];
  currency: string;
  extras: ChosenExtras;
  /** The flight that is shown. */
  segmentId: string;
  onSegmentChange: (segmentId: string) => void;
  onExtrasChange: (extras: ChosenExtras) => void;
}

/** The seats of each flight, or none: one tab per segment; a single segment has a heading instead. (SEAT-14) */
export function SeatPicker(props: SeatPickerProps) {
  const { maps, slices, passengers, currency, extras, segmentId, onSegmentChange, onExtrasChange } = props;
  const [firstMap] = maps;
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
  const renderFlight = (map: SeatMap) => (
    <>
      <h2 className="section-heading">
        <Sentence>{formatSegmentName(slices, map.segment_id)}</Sentence>
      </h2>
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

  if (maps.length === 1 && firstMap) return <div>{renderFlight(firstMap)}</div>;
  return (
    <Tabs value={segmentId} onValueChange={onSegmentChange}>
      <TabsList aria-label="Flights" className="flex-wrap">
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
