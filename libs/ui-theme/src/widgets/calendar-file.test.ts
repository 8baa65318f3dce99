import { sampleOffer, samplePlace } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import { buildCalendarFile } from './calendar-file.ts';

/** The file of one flight between places with the zones, folded lines joined again. */
function build({ zones = ['America/New_York', 'Europe/London'] as (string | null)[], month = '07' } = {}) {
  const [slice] = sampleOffer().slices;
  const [flight] = slice!.segments;
  const segment = {
    ...flight!,
    departing_at: `2026-${month}-01T09:05:00`,
    arriving_at: `2026-${month}-01T21:05:00`,
    origin: { ...samplePlace('JFK'), time_zone: zones[0]! },
    destination: { ...samplePlace('LHR'), time_zone: zones[1]! },
    origin_terminal: '4',
  };
  const file = buildCalendarFile(
    { slices: [{ ...slice!, segments: [segment] }], reference: 'RZPNX8' },
    'Sky, Sea',
  );
  return { file, lines: file.replaceAll('\r\n ', '').split('\r\n') };
}

describe('the calendar file', () => {
  it('[DOC-04] has the local times as they are where the zone of an airport is unknown or missing', () => {
    for (const zones of [
      ['America/New_York', 'Mars/Base'],
      [null, 'Europe/London'],
    ])
      expect(build({ zones }).lines).toEqual(
        expect.arrayContaining(['DTSTART:20260701T090500', 'DTEND:20260701T210500']),
      );
  });

  it('has airport-local times in UTC, daylight saving included', () => {
    expect(build().lines).toEqual(
      expect.arrayContaining(['DTSTART:20260701T130500Z', 'DTEND:20260701T200500Z']),
    );
    expect(build({ month: '12' }).lines).toEqual(
      expect.arrayContaining(['DTSTART:20261201T140500Z', 'DTEND:20261201T210500Z']),
    );
  });

  it('[DOC-04] has lines of at most 75 octets', () => {
    const [slice] = sampleOffer().slices;
    slice!.segments[0]!.origin.name = 'Aéroport '.repeat(20);
    const file = buildCalendarFile({ slices: [slice!], reference: 'RZPNX8' }, 'Sky');
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('has no event for a flight without times', () => {
    const [slice] = sampleOffer().slices;
    slice!.segments[0]!.arriving_at = null;
    expect(buildCalendarFile({ slices: [slice!], reference: 'RZPNX8' }, 'Sky')).not.toContain('VEVENT');
  });

  it('[HOST-04] [TRIP-02] has an event for each flight with reference and terminal, and is from the brand', () => {
    const { file, lines } = build();
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(lines).toEqual(
      expect.arrayContaining([
        'PRODID:-//Sky\\, Sea//Booking//EN',
        'DESCRIPTION:Booking reference RZPNX8',
        'LOCATION:New York Airport\\, Terminal 4',
      ]),
    );
    expect(file).not.toContain('Fareline');
  });
});
