import { describe, expect, it } from 'vitest';
import { findInstant, localTimeToInstant, toInstant } from './local-time.ts';

it.each([
  ['2026-12-30T22:30:00', 'America/New_York', '2026-12-31T03:30:00.000Z'],
  ['2026-07-01T09:00:00', 'Asia/Kathmandu', '2026-07-01T03:15:00.000Z'],
  ['2026-03-29T03:30:00', 'Europe/Paris', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T04:00:00', 'Europe/Paris', '2026-10-25T03:00:00.000Z'],
  // Half an hour after the clocks changed, the zone's offset at the same time in UTC is still the other one.
  ['2026-03-08T03:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-11-01T03:30:00', 'Asia/Tokyo', '2026-10-31T18:30:00.000Z'],
  ['2026-10-04T03:30:00', 'Australia/Sydney', '2026-10-03T16:30:00.000Z'],
])('[FORMAT-10] converts %s in %s, also on days when clocks change', (local, zone, instant) => {
  expect(new Date(localTimeToInstant(local, zone)).toISOString()).toBe(instant);
});

it('throws for an unknown time zone', () => {
  expect(() => localTimeToInstant('2026-12-30T22:30:00', 'Mars/Olympus')).toThrow(RangeError);
});

it('finds no instant in a zone that is missing or unknown', () => {
  const local = '2026-12-30T22:30:00';
  expect(findInstant(local, 'America/New_York')).toBe(Date.parse('2026-12-31T03:30:00Z'));
  for (const zone of [null, '', 'Mars/Olympus']) expect(findInstant(local, zone)).toBeUndefined();
});

describe('toInstant', () => {
  it('[PROVIDER-41] treats an empty zone as unknown', () => {
    expect(toInstant('2026-07-01T10:00:00', '').toISOString()).toBe('2026-07-01T22:00:00.000Z');
  });

  it('[PROVIDER-41] uses the largest offset behind UTC for an unknown zone', () => {
    expect(toInstant('2026-07-01T10:00:00', null).toISOString()).toBe('2026-07-01T22:00:00.000Z');
    expect(toInstant('2026-07-01T10:00:00', 'Nowhere/Land').toISOString()).toBe('2026-07-01T22:00:00.000Z');
  });

  it('[PROVIDER-41] converts the local time of the airport, with and without daylight saving time', () => {
    expect(toInstant('2026-07-01T10:00:00', 'America/New_York').toISOString()).toBe(
      '2026-07-01T14:00:00.000Z',
    );
    expect(toInstant('2026-01-01T10:00:00', 'America/New_York').toISOString()).toBe(
      '2026-01-01T15:00:00.000Z',
    );
    expect(toInstant('2026-03-08T03:30:00', 'America/New_York').toISOString()).toBe(
      '2026-03-08T07:30:00.000Z',
    );
    expect(toInstant('2026-10-25T12:00:00', 'Europe/London').toISOString()).toBe('2026-10-25T12:00:00.000Z');
    expect(toInstant('2026-07-01T10:00:00', 'Asia/Kathmandu').toISOString()).toBe('2026-07-01T04:15:00.000Z');
    expect(toInstant('2026-07-01T00:30:00', 'Pacific/Kiritimati').toISOString()).toBe(
      '2026-06-30T10:30:00.000Z',
    );
  });
});
