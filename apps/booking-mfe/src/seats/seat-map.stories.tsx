import type { SeatMap, Slice } from '@fareline/contracts';
import { sampleSlice } from '@fareline/contracts/testing';
import { MfeScope } from '@fareline/ui-theme';
import { useState } from 'react';
import { noExtras, type ChosenExtras } from '../extras/chosen-extras.ts';
import { seat } from '../testing/samples.ts';
import { SeatPicker } from './seat-picker.tsx';

export default { title: 'Booking/Seat map' };

const slices = [sampleSlice('LHR', 'JFK'), sampleSlice('JFK', 'LHR', { airlines: ['AA'] })];
const passengers = [
  { id: 'pas_1', letter: 'A', name: 'Ada' },
  { id: 'pas_2', letter: 'B', name: 'Bo' },
];

/** Eight rows in sections of these columns, every fifth seat is taken. */
function toMap(slice: Slice, sections: string[], index: number): SeatMap {
  const [segment] = slice.segments;
  const elements = (row: number, columns: string) =>
    [...columns].map((column, place) =>
      seat(
        `${row}${column}`,
        segment!.id,
        (row + place) % 5 > 0,
        row < 3 ? '32.00' : row < 6 ? '12.25' : '0.00',
      ),
    );
  return {
    id: `map_${index}`,
    slice_id: slice.id,
    segment_id: segment!.id,
    cabins: [
      {
        cabin_class: 'economy',
        deck_configuration: { deck: 0, aisles: sections.length - 1 },
        wings: { first_row_index: 2, last_row_index: 5 },
        rows: Array.from({ length: 8 }, (_, row) => ({
          number: row + 1,
          sections: sections.map((columns) => ({ elements: elements(row + 1, columns) })),
        })),
      },
    ],
  };
}

function Picker({ sections }: { sections: string[] }) {
  const maps = slices.map((slice, index) => toMap(slice, sections, index));
  const [first] = maps;
  const [segmentId, setSegmentId] = useState(first!.segment_id);
  const [extras, setExtras] = useState<ChosenExtras>({
    ...noExtras,
    seats: [
      {
        passengerId: 'pas_1',
        seatId: `${first!.segment_id}_5C_pas_1`,
        designator: '5C',
        segmentId: first!.segment_id,
      },
    ],
  });
  return (
    <MfeScope name="booking">
      <SeatPicker
        maps={maps}
        slices={slices}
        passengers={passengers}
        currency="USD"
        extras={extras}
        segmentId={segmentId}
        refusal={undefined}
        onSegmentChange={setSegmentId}
        onExtrasChange={setExtras}
      />
    </MfeScope>
  );
}

export const OneAisle = () => <Picker sections={['ABC', 'DEF']} />;
export const TwoAisles = () => <Picker sections={['ABC', 'DEFG', 'HJK']} />;
