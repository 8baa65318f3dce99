import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDuration } from './duration.ts';
import {
  addDays,
  dayOffset,
  formatDate,
  formatDateField,
  formatDateFull,
  formatDateWithWeekday,
  formatInstant,
  formatTime,
  formatWeekday,
  today,
} from './local-time.ts';
import { stopsLabel } from './stops.ts';
import { travellersLabel } from './travellers.ts';

const originalZone = process.env.TZ;

describe('dates and times', () => {
  afterEach(() => {
    process.env.TZ = originalZone;
  });

  it.each([
    null,
    undefined,
    '',
    'soon',
    '2026-02-30T10:00:00',
    '2026-12-05T25:00:00',
    '2026-12-05T10:60:00',
    'x2026-12-05T10:00:00',
    '2026-12-05T10:00:00x',
    '2026-12-05T10',
    '2026-12-05T10:00:00+1',
  ])('[FORMAT-09] formats %s as N/A for date and time and as an empty weekday', (value) => {
    expect(formatDate(value)).toBe('N/A');
    expect(formatTime(value)).toBe('N/A');
    expect(formatWeekday(value)).toBe('');
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])(
    '[FORMAT-10] formats an airport-local time the same in the time zone %s',
    (timeZone) => {
      process.env.TZ = timeZone;
      expect(formatTime('2026-12-05T00:05:00')).toBe('00:05');
      expect(formatDateWithWeekday('2026-12-05T00:05:00')).toBe('Sat, Dec 5');
      expect(formatDateWithWeekday('2026-12-05T23:55:00')).toBe('Sat, Dec 5');
    },
  );

  it('[FORMAT-06] formats times with 24 hours', () =>
    expect(formatTime('2026-12-05T21:07:00')).toBe('21:07'));

  it('[FORMAT-06] formats an instant with 24 hours, its date as everywhere, and the zone of the clock', () => {
    expect(formatInstant(new Date(2026, 11, 5, 21, 7).getTime())).toMatch(/^Dec 5, 2026, 21:07 \S+$/);
    expect(formatInstant(new Date(2026, 11, 5, 0, 5).getTime())).toMatch(/^Dec 5, 2026, 00:05 \S+$/);
  });

  it.each(['', ':00', ':00.5', ':00.123', 'Z', ':00Z', ':00+05:30', ':00-0800'])(
    '[FORMAT-10] shows the local time also where "%s" follows the minutes',
    (end) => {
      expect(formatTime(`2026-12-05T23:59${end}`)).toBe('23:59');
      expect(formatTime(`2026-12-05 00:00${end}`)).toBe('00:00');
      expect(formatDate(`2026-12-05T23:59${end}`)).toBe('Dec 5');
    },
  );

  it('[FORMAT-09] a date without a time has none', () => expect(formatTime('2026-12-05')).toBe('N/A'));

  it('[FORMAT-07] formats dates as short month and day, with the year in the full form', () => {
    expect(formatDate('2026-12-05')).toBe('Dec 5');
    expect(formatDateFull('2026-12-05')).toBe('Dec 5, 2026');
    expect(formatDateField('2026-12-05')).toBe('Dec 05, 2026');
  });

  it('[FORMAT-10] returns the day offset, also across the end of a month and of daylight saving time', () => {
    expect(dayOffset('2026-10-31T22:00:00', '2026-11-01T06:00:00')).toBe('+1');
    expect(dayOffset('2026-10-24T22:00:00', '2026-10-26T06:00:00')).toBe('+2');
    expect(dayOffset('2026-12-05T22:00:00', '2026-12-05T23:00:00')).toBe('');
    expect(dayOffset('2026-12-05T00:30:00', '2026-12-04T22:00:00')).toBe('-1');
  });

  it('[FORMAT-09] there is no day offset where a date is missing', () => {
    expect(dayOffset(null, '2026-12-05T10:00:00')).toBe('');
    expect(dayOffset('2026-12-05T10:00:00', undefined)).toBe('');
  });

  it('[FORM-07] today is the day of the browser', () => {
    expect(today(new Date(2026, 0, 2, 23, 59))).toBe('2026-01-02');
    expect(today(new Date(2026, 11, 31))).toBe('2026-12-31');
  });

  it('adds days across the end of a year', () => expect(addDays('2026-12-28', 7)).toBe('2027-01-04'));
});

describe('durations, stops and travellers', () => {
  it.each([
    [null, 'N/A'],
    ['PT', 'N/A'],
    ['two hours', 'N/A'],
    ['PT2H30M', '2h 30m'],
    ['PT2H', '2h'],
    ['PT45M', '45m'],
    ['P1DT2H5M', '26h 5m'],
  ])('[FORMAT-05] formats %s as %s', (iso, text) => expect(formatDuration(iso)).toBe(text));

  it.each([
    [1, 'Non-stop'],
    [2, '1 stop'],
    [4, '3 stops'],
  ])('[FORMAT-08] labels %i segment(s) as %s', (segments, text) => expect(stopsLabel(segments)).toBe(text));

  it('creates one formatter for all dates with the same options', () => {
    const constructed = vi.spyOn(Intl, 'DateTimeFormat');
    for (const day of ['05', '06', '07']) formatDateFull(`2026-12-${day}`);
    expect(constructed.mock.calls.length).toBeLessThanOrEqual(1);
    constructed.mockRestore();
  });

  it('[RESULTS-11] lists travellers by group and leaves out empty groups', () => {
    expect(travellersLabel(2, 1, 0)).toBe('2 adults, 1 child');
    expect(travellersLabel(1, 0, 2)).toBe('1 adult, 2 infants');
    expect(travellersLabel(0, 2, 1)).toBe('2 children, 1 infant');
  });
});
