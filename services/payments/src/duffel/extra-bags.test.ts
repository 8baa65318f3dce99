import { expect, it } from 'vitest';
import { parseExtraBags } from './extra-bags.ts';

const bag = {
  ...{ id: 'ase_1', type: 'baggage', passenger_ids: ['pas_1'], segment_ids: ['seg_1'], maximum_quantity: 2 },
  ...{ total_amount: '40.00', total_currency: 'GBP' },
  metadata: { type: 'checked', maximum_weight_kg: 23, maximum_length_cm: null },
};

it('[TRIP-04] reads the bags that can be bought and leaves out what is no bag or cannot be', () => {
  const broken = [
    { type: 'seat' },
    { maximum_quantity: 0 },
    { total_amount: null },
    { passenger_ids: [] },
    { segment_ids: null },
  ];
  const list = [...broken.map((fault) => ({ ...bag, ...fault })), null, bag, { ...bag, metadata: null }];
  expect(parseExtraBags(list)).toEqual([
    {
      ...{ id: 'ase_1', type: 'baggage', weight_kg: 23, passenger_ids: ['pas_1'], segment_ids: ['seg_1'] },
      ...{ max_quantity: 2, total_amount: '40.00', total_currency: 'GBP' },
    },
    expect.objectContaining({ type: 'bag', weight_kg: null }),
  ]);
});
