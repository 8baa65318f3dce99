import { expect, it } from 'vitest';
import { sampleSlice } from '../testing/index.ts';
import { listChangedSlices } from './airline-change.ts';

const [out, back] = [sampleSlice('LHR', 'JFK'), sampleSlice('JFK', 'LHR')];
const [earlierOut, earlierBack] = structuredClone([out, back]);
earlierOut!.segments[0]!.departing_at = '2026-12-05T06:10:00';

it('[TRIP-05] lists the slices that the airline has changed, as they were and as they are', () =>
  expect(listChangedSlices({ slices: [out, back], earlier_slices: [earlierOut!, earlierBack!] })).toEqual({
    earlier: [earlierOut],
    now: [out],
  }));

it('[TRIP-05] lists all slices where the airline flies another number of them', () =>
  expect(listChangedSlices({ slices: [out], earlier_slices: [earlierOut!, earlierBack!] })).toEqual({
    earlier: [earlierOut, earlierBack],
    now: [out],
  }));

it('[TRIP-05] lists none before where the airline has not changed them', () =>
  expect(listChangedSlices({ slices: [out, back] }).earlier).toEqual([]));
