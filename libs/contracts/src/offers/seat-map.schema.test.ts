import { expect, it } from 'vitest';
import { optionalPaths } from '../testing/optional-paths.ts';
import { seatMapSchema, seatSelectionSchema } from './seat-map.schema.ts';

const seatMap = {
  id: 'sea_1',
  slice_id: 'sli_1',
  segment_id: 'seg_1',
  cabins: [
    {
      cabin_class: 'economy',
      deck_configuration: { deck: 0, aisles: 1 },
      wings: { first_row_index: 1, last_row_index: 2 },
      rows: [
        {
          number: 12,
          sections: [
            {
              elements: [
                {
                  type: 'seat',
                  designator: '12A',
                  available: true,
                  name: 'Extra legroom',
                  disclosures: ['No recline'],
                  available_services: [
                    { id: 'ase_1', passenger_id: 'pas_1', total_amount: '12.25', total_currency: 'USD' },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

it('[API-08] a seat map requires all fields except the availability of a seat', () => {
  expect(seatMapSchema.parse(seatMap)).toEqual(seatMap);
  expect(optionalPaths(seatMapSchema, seatMap)).toEqual(['cabins.0.rows.0.sections.0.elements.0.available']);
});

it('[SEAT-13] a chosen seat requires passenger and seat', () => {
  const selection = {
    passengerId: 'pas_1',
    seatId: 'ase_1',
    cabinClass: 'economy',
    designator: '12A',
    segmentId: 'seg_1',
    price: { amount: '12.25', currency: 'USD' },
  };
  expect(seatSelectionSchema.parse(selection)).toEqual(selection);
  expect(optionalPaths(seatSelectionSchema, selection)).toEqual([
    'cabinClass',
    'designator',
    'segmentId',
    'price',
  ]);
});
