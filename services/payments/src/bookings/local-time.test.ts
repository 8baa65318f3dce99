import { describe, expect, it } from 'vitest';
import { toInstant } from './local-time.ts';

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
