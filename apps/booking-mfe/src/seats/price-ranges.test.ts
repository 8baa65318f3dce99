import { expect, it } from 'vitest';
import { sampleSeatMap, seat } from '../testing/samples.ts';
import { listPriceRanges } from './price-ranges.ts';

const map = (amounts: readonly string[]) => {
  const sample = sampleSeatMap('seg');
  const elements = amounts.map((amount, index) => seat(`${index + 1}A`, 'seg', amount !== '', amount));
  return { ...sample, cabins: [{ ...sample.cabins[0]!, rows: [{ number: 1, sections: [{ elements }] }] }] };
};
const list = (...amounts: string[]) => listPriceRanges(map(amounts), 'pas_1', 'USD');

it('[SEAT-10] lists the prices of the seats from low to high, each once', () =>
  expect(list('20.00', '9.50', '100.00', '9.50')).toEqual([['9.50'], ['20.00'], ['100.00']]));

it('[SEAT-10] cuts more than four prices at the widest gaps', () =>
  expect(list('50.00', '29.00', '9.00', '11.00', '0.00', '13.00')).toEqual([
    ...[['0.00'], ['9.00', '11.00', '13.00'], ['29.00'], ['50.00']],
  ]));

it('[SEAT-10] has no prices of seats that are taken, or not sold to the passenger or in the currency', () => {
  expect(list('')).toEqual([]);
  expect(listPriceRanges(map(['9.00']), 'pas_9', 'USD')).toEqual([]);
  expect(listPriceRanges(map(['9.00']), 'pas_1', 'EUR')).toEqual([]);
});
