import { expect, it } from 'vitest';
import { sampleSlice } from '../testing/index.ts';
import { getCheckInState } from './check-in.ts';

const slice = sampleSlice('JFK', 'LHR', { departs: '2026-12-05T22:05:00', arrives: '2026-12-06T10:30:00' });
const inZone = (time_zone: string | null) => ({ ...slice, origin: { ...slice.origin, time_zone } });

it.each([
  ['2026-12-05T03:04:59Z', 'later'],
  ['2026-12-05T03:05:00Z', 'open'],
  ['2026-12-06T03:04:59Z', 'open'],
  ['2026-12-06T03:05:00Z', 'over'],
])('[FAQ-07] check-in of a flight at 22:05 in New York is at %s: %s', (now, state) =>
  expect(getCheckInState(inZone('America/New_York'), new Date(now))).toBe(state),
);

it('[FAQ-07] check-in is not called open where the time of departure or its zone is not known', () => {
  const now = new Date('2026-12-05T20:00:00Z');
  for (const unknown of [inZone(null), { ...inZone('America/New_York'), departure_time: null }])
    expect(getCheckInState(unknown, now)).toBe('later');
});
