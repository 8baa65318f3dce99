import { describe, expect, it } from 'vitest';
import { sampleSlice } from '../testing/index.ts';
import { cabinLabels, formatFare } from './fare.ts';
import type { Segment } from './offer.schema.ts';

type Cabin = Segment['cabin_class'];

/** A slice with one segment for each cabin: BA100, BA101 ... */
function slice(fare_brand_name: string | null, ...cabins: Cabin[]) {
  const sample = sampleSlice('LHR', 'JFK', { stops: cabins.slice(1).map(() => 'AMS') });
  return {
    ...sample,
    fare_brand_name,
    segments: sample.segments.map((segment, index) => ({ ...segment, cabin_class: cabins[index] ?? null })),
  };
}

it('[FORM-11] names the cabins', () =>
  expect(Object.values(cabinLabels)).toEqual(['Economy', 'Premium Economy', 'Business', 'First Class']));

describe('formatFare', () => {
  it.each([
    ['Basic · Economy', [slice('Basic', 'economy')]],
    ['Basic · Economy', [slice('Economy Basic', 'economy')]],
    ['Flex · Premium Economy', [slice('Premium Economy Flex', 'premium_economy')]],
    ['Business', [slice('Business', 'business')]],
    ['Flex · First Class', [slice('Flex', 'first', 'first'), slice('Flex', 'first')]],
    ['Flex · Business on 1 of 2 flights, else Economy', [slice('Flex', 'economy', 'business')]],
    ['Flex · Economy on 1 of 3 flights, else Business', [slice('Flex', 'economy', 'business', 'business')]],
    ['Outbound Basic, return Flex · Economy', [slice('Basic', 'economy'), slice('Flex', 'economy')]],
    [
      'Basic · Business on 1 of 2 flights, else Economy',
      [slice('Basic', 'economy'), slice('Basic', 'business')],
    ],
    [
      'Outbound Basic, return Flex · Business on 1 of 3 flights, else Economy',
      [slice('Basic', 'economy'), slice('Flex', 'economy', 'business')],
    ],
    ['Outbound Basic, return not named', [slice('Basic', null), slice(null, null)]],
    [
      'Standard · Premium Economy on 2 of 4 flights, else Economy',
      [
        slice('Premium Economy Standard', 'economy', 'premium_economy'),
        slice('Premium Economy Standard', 'premium_economy', 'economy'),
      ],
    ],
    [
      'Business on 1 of 4 flights, First Class on 1 of 4 flights, else Economy',
      [slice('Economy', 'economy', 'business'), slice('Economy', 'first', 'economy')],
    ],
  ])('[LIST-04] [RULE-07] is "%s"', (expected, slices) => {
    expect(formatFare(slices)).toBe(expected);
  });

  it('[LIST-04] has only the name, or nothing, without cabins', () => {
    expect(formatFare([slice('Basic', null), slice('Basic', null)])).toBe('Basic');
    expect(formatFare([slice(null, null)])).toBe('');
    expect(formatFare([])).toBe('');
  });

  it('[LIST-04] has only the cabin of a fare without a name', () => {
    expect(formatFare([slice(null, 'premium_economy')])).toBe('Premium Economy');
  });

  it('[LIST-04] uses the airline’s name of a cabin whose class is not known', () => {
    const unknown = slice('Light', 'suite');
    unknown.segments[0]!.cabin_name = 'Residence';
    expect(formatFare([unknown])).toBe('Light · Residence');
  });

  it.each(['__proto__', 'constructor'])('[LIST-04] has no cabin for the class "%s"', (cabin) => {
    expect(formatFare([slice('Light', cabin)])).toBe('Light');
  });

  it('[LIST-04] [RULE-07] says on how many flights a cabin is if that of another flight is not known', () => {
    expect(formatFare([slice('Light', null, 'business')])).toBe('Light · Business on 1 of 2 flights');
  });
});
