import { sampleConditions, sampleOffer, sampleSlice } from '@fareline/contracts/testing';
import { expect, it } from 'vitest';
import { nameSeatFare } from './seat-fare.ts';

const slice = (fare: string | null, cabin = 'economy') => {
  const sample = sampleSlice('LHR', 'JFK');
  sample.fare_brand_name = fare;
  for (const segment of sample.segments) segment.cabin_class = cabin;
  return sample;
};
const restricted = sampleConditions({ refundable: false, changeable: false });

it('[SEAT-05] calls the most restricted fare Basic Economy Fare, and others by their names', () => {
  const name = (slices: ReturnType<typeof slice>[], conditions = restricted) =>
    nameSeatFare(sampleOffer({ slices, conditions }));
  expect(name([slice('Light')])).toBe('Basic Economy Fare');
  expect(name([slice('Light', 'business')])).toBe('Light fare');
  for (const change of [{ changeable: true }, { refundable: true }, { refundable: null }])
    expect(name([slice('Economy Flex')], sampleConditions({ ...restricted, ...change }))).toBe(
      'Economy Flex fare',
    );
  const flexible = sampleConditions({ refundable: true, changeable: true });
  expect(name([slice('Basic'), slice('Flex'), slice('Flex')], flexible)).toBe('Basic and Flex fare');
  expect(name([slice(null)], flexible)).toBe('Your fare');
});
