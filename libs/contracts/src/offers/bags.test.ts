import { expect, it } from 'vitest';
import { sampleSlice } from '../testing/offers.ts';
import { describeIncludedBags, formatBag, formatBagRoute } from './bags.ts';

const travellers = (...types: string[]) => types.map((type) => ({ type }));

it.each([
  ['No bag included', { cabin: 0, checked: 0 }, travellers('adult')],
  ['1 cabin bag included', { cabin: 1, checked: 0 }, travellers('adult')],
  ['2 checked bags included', { cabin: 0, checked: 2 }, travellers('adult')],
  [
    '1 cabin bag and 1 checked bag included for each traveller',
    { cabin: 1, checked: 1 },
    travellers('adult', 'child'),
  ],
  [
    '1 cabin bag included for each traveller with a seat',
    { cabin: 1, checked: 0 },
    travellers('adult', 'infant_without_seat'),
  ],
  [
    '1 cabin bag included for each traveller with a seat',
    { cabin: 1, checked: 0 },
    travellers('adult', 'infant'),
  ],
])('[LIST-07] says "%s" for %j and %j', (expected, bags, passengers) => {
  expect(describeIncludedBags({ included_bags: bags, slices: [{}] }, passengers)).toBe(expected);
});

it.each([
  ['Outbound no bag, return 1 checked bag included', { cabin: 0, checked: 0 }, { cabin: 0, checked: 1 }],
  ['Outbound 1 cabin bag, return no bag included', { cabin: 1, checked: 0 }, { cabin: 0, checked: 0 }],
  ['1 cabin bag included', { cabin: 1, checked: 0 }, { cabin: 1, checked: 0 }],
])('[LIST-07] says "%s" for slices with %j and %j', (expected, outbound, inbound) => {
  const slices = [{ included_bags: outbound }, { included_bags: inbound }];
  const included_bags = { cabin: 0, checked: 0 };
  expect(describeIncludedBags({ included_bags, slices }, travellers('adult'))).toBe(expected);
});

it('[EXTRA-01] names a bag with its weight and its way', () => {
  expect(formatBag({ type: 'baggage', weight_kg: 23 }, 2)).toBe('2 checked bags up to 23 kg');
  expect(formatBag({ type: 'cabin_bag', weight_kg: null })).toBe('1 cabin bag');
  const slices = [sampleSlice('JFK', 'LHR', { stops: ['AMS'] }), sampleSlice('LHR', 'JFK')];
  const [out = [], back = []] = slices.map(({ segments }) => segments.map(({ id }) => id));
  expect(formatBagRoute(slices, out)).toBe('JFK to LHR');
  expect(formatBagRoute(slices, out.slice(1))).toBe('AMS to LHR');
  expect(formatBagRoute(slices, [...back, ...out])).toBe('for the whole journey');
  expect(formatBagRoute(slices.slice(1), back)).toBe('LHR to JFK');
});
