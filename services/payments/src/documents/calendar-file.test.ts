import { defaultBrand } from '@fareline/contracts/schemas';
import { sampleBooking, samplePlace, sampleSlice } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import type { Booking } from '../bookings/booking.repository.ts';
import { buildCalendarFile } from './calendar-file.ts';

const brand = { ...defaultBrand, name: 'Sky, Sea' };
const outbound = sampleSlice('JFK', 'LHR', {
  departs: '2026-07-01T09:05:00',
  arrives: '2026-07-01T21:05:00',
});
const back = sampleSlice('LHR', 'JFK', { stops: ['AMS'] });

function createBooking(data: Partial<Booking['booking_data']> = {}, changes: Partial<Booking> = {}): Booking {
  const { bookingData } = sampleBooking({}, { slices: [structuredClone(outbound)], ...data });
  const booking: Partial<Booking> = {
    ...{ id: 'bok_1', state: 'confirmed', booking_reference: 'RZPNX8', flights_version: 0 },
    ...{ site_origin: 'https://sky.example', booking_data: bookingData },
    ...changes,
  };
  return booking as Booking;
}

/** The file with its lines, folded ones joined again, and its events with the fields that differ. */
function build(booking: Booking, changes?: Parameters<typeof buildCalendarFile>[2]) {
  const { content, ...file } = buildCalendarFile(booking, brand, changes);
  const text = content.toString();
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  const find = (name: string) => lines.filter((line) => line.startsWith(name));
  const events = find('UID:').map((uid, index) => [
    uid.slice(4),
    ...['STATUS:', 'SUMMARY:'].map((name) => find(name)[index]?.slice(name.length)),
  ]);
  return { ...file, text, lines, events, find };
}

describe('the calendar file', () => {
  it('[DOC-04] has the local times as they are where the zone of an airport is unknown or missing', () => {
    for (const zones of [
      ['America/New_York', 'Mars/Base'],
      [null, 'Europe/London'],
    ]) {
      const booking = createBooking();
      const [segment] = booking.booking_data.slices[0]!.segments;
      segment!.origin.time_zone = zones[0]!;
      segment!.destination.time_zone = zones[1]!;
      expect(build(booking).lines).toEqual(
        expect.arrayContaining(['DTSTART:20260701T090500', 'DTEND:20260701T210500']),
      );
    }
  });

  it('[DOC-04] has the local departure of a flight across the date line whose zone is unknown', () => {
    const times = { departs: '2026-07-01T18:00:00', arrives: '2026-07-01T07:00:00' };
    const booking = createBooking({ slices: [sampleSlice('JFK', 'LHR', times)] });
    booking.booking_data.slices[0]!.segments[0]!.origin.time_zone = null;
    expect(build(booking).lines).toContain('DTSTART:20260701T180000');
  });

  it('[DOC-04] has airport-local times in UTC, daylight saving included', () => {
    expect(build(createBooking()).lines).toEqual(
      expect.arrayContaining(['DTSTART:20260701T130500Z', 'DTEND:20260701T200500Z']),
    );
    const times = { departs: '2026-12-01T09:05:00', arrives: '2026-12-01T21:05:00' };
    expect(build(createBooking({ slices: [sampleSlice('JFK', 'LHR', times)] })).lines).toEqual(
      expect.arrayContaining(['DTSTART:20261201T140500Z', 'DTEND:20261201T210500Z']),
    );
  });

  it('[DOC-04] has lines of at most 75 octets', () => {
    const booking = createBooking();
    booking.booking_data.slices[0]!.segments[0]!.origin.name = 'Aéroport '.repeat(20);
    const { text, lines } = build(booking);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(lines.some((line) => line.length > 150)).toBe(true);
  });

  it('[DOC-04] has no event for a flight without times', () => {
    const booking = createBooking();
    booking.booking_data.slices[0]!.segments[0]!.arriving_at = null;
    expect(build(booking).events).toEqual([]);
  });

  it('[HOST-04] [TRIP-02] has terminals, phone and trip with each flight, and is from the brand', () => {
    const booking = createBooking();
    const [segment] = booking.booking_data.slices[0]!.segments;
    Object.assign(segment!, { origin_terminal: '4', destination: { ...samplePlace('LHR'), name: null } });
    const { filename, contentType, lines, text } = build(booking);
    expect({ filename, contentType }).toEqual({
      filename: 'Sky-Sea-RZPNX8.ics',
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        'METHOD:PUBLISH',
        'PRODID:-//Sky\\, Sea//Booking//EN',
        'SUMMARY:BA100 JFK to LHR',
        'LOCATION:New York Airport\\, New York\\, Terminal 4',
        `DESCRIPTION:Booking reference RZPNX8\\nTo LHR\\, London\\nQuestions? Call ${brand.contact.phone}\\nYour trip: https://sky.example/my-trips/bok_1`,
      ]),
    );
    expect(text).not.toContain('Fareline');
  });

  it('[DOC-04] keeps an event when the airline moves its flight, and the later file counts', () => {
    const before = build(createBooking());
    const moved = createBooking({ earlier_slices: [outbound] }, { flights_version: 1 });
    const [segment] = moved.booking_data.slices[0]!.segments;
    Object.assign(segment!, {
      ...{ id: 'seg_other', departing_at: '2026-07-02T09:05:00', arriving_at: '2026-07-02T21:05:00' },
    });
    const after = build(moved);
    expect(after.find('UID:')).toEqual(before.find('UID:'));
    expect([before.find('SEQUENCE:'), after.find('SEQUENCE:')]).toEqual([['SEQUENCE:0'], ['SEQUENCE:1']]);
    expect(after.lines).toContain('DTSTART:20260702T130500Z');
  });

  it('[DOC-04] cancels the flights in whose place there are none after a change', () => {
    const direct = sampleSlice('LHR', 'JFK');
    const expected = [
      ['bok_1-2-1', 'CONFIRMED', 'BA100 LHR to JFK'],
      ['bok_1-2-2', 'CANCELLED', 'BA101 AMS to JFK'],
      ['bok_1-1-1', 'CONFIRMED', 'BA100 JFK to LHR'],
    ];
    const slices = [outbound, direct];
    const byTraveller = build(createBooking({ slices }), [{ removed: [1], removed_slices: [back] }]);
    expect(byTraveller.events).toEqual(expected);
    expect(byTraveller.lines).toContain('METHOD:PUBLISH');
    const byAirline = build(createBooking({ slices, earlier_slices: [outbound, back] }));
    expect(byAirline.events).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ['of a cancelled booking', {}, { state: 'cancelled' }, 'SEQUENCE:3'],
    ['of a booking that the airline has cancelled', {}, { state: 'cancelled_by_airline' }, 'SEQUENCE:3'],
    [
      'of flights that the airline does not fly',
      {
        airline_change: {
          ...{ id: 'aic_1', actions: [], is_cancelled: true, answer_by: '2026-06-01', answered_at: null },
        },
      },
      { state: 'confirmed' },
      'SEQUENCE:2',
    ],
  ] as const)('[DOC-04] %s cancels all its events', (_, data, changes, sequence) => {
    const { contentType, lines, events } = build(
      createBooking({ ...data, slices: [outbound] } as Partial<Booking['booking_data']>, {
        ...changes,
        flights_version: 2,
      }),
    );
    expect(contentType).toContain('method=CANCEL');
    expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', sequence]));
    expect(events).toEqual([['bok_1-1-1', 'CANCELLED', 'BA100 JFK to LHR']]);
  });
});
