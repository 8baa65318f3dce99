import { formatRoute, getCityName } from '@fareline/contracts';
import { sampleBooking } from '@fareline/contracts/testing';
import { describe, expect, it } from 'vitest';
import {
  filterBookings,
  formatCountdown,
  formatPassengerCount,
  formatStopCount,
  tripTabs,
} from './trip-labels.ts';

const [upcoming, past, cancelled] = tripTabs;
const newYork = { iata_code: 'JFK', city_name: 'New York', name: 'John F. Kennedy' };
const [sampleSlice] = sampleBooking().bookingData.slices;
const departingAt = (id: string, departure_time: string, status: 'confirmed' | 'completed' = 'confirmed') =>
  sampleBooking({ id, status }, { slices: [{ ...sampleSlice!, departure_time }] });
const idsOf = (bookings: { id: string }[]) => bookings.map(({ id }) => id);

describe('filterBookings', () => {
  it('[TRIPS-05] lists upcoming bookings by earliest departure and the others by latest', () => {
    const first = departingAt('first', '2027-01-05T10:00:00');
    const second = departingAt('second', '2027-01-20T10:00:00');
    expect(idsOf(filterBookings(upcoming, [second, first]))).toEqual(['first', 'second']);
    const earlier = departingAt('earlier', '2026-01-05T10:00:00', 'completed');
    const later = departingAt('later', '2026-01-20T10:00:00', 'completed');
    expect(idsOf(filterBookings(past, [earlier, later]))).toEqual(['later', 'earlier']);
  });

  it('[TRIPS-05] lists a booking without a known departure first when the earliest is first', () => {
    const unknown = sampleBooking({ id: 'unknown' }, { slices: [] });
    const known = departingAt('known', '2027-01-05T10:00:00');
    expect(idsOf(filterBookings(upcoming, [known, unknown]))).toEqual(['unknown', 'known']);
  });

  it.each([
    [upcoming, ['confirmed', 'pending']],
    [past, ['completed']],
    [cancelled, ['cancelled']],
  ] as const)('[TRIPS-05] puts only its own statuses under the tab %o', (tab, statuses) => {
    const all = (['confirmed', 'pending', 'completed', 'cancelled'] as const).map((status) =>
      sampleBooking({ id: status, status }),
    );
    expect(idsOf(filterBookings(tab, all)).toSorted()).toEqual(statuses.toSorted());
  });
});

it.each([
  [newYork, 'New York'],
  [{ ...newYork, city_name: null }, 'JFK'],
  [{ ...newYork, city_name: null, iata_code: null }, 'N/A'],
  [undefined, 'N/A'],
])('[TRIPS-07] names the city, else the airport, else N/A: %j', (place, expected) =>
  expect(getCityName(place as Parameters<typeof getCityName>[0])).toBe(expected),
);

it('[TRIPS-07] names the route of the first slice, also of a booking without one', () => {
  const { bookingData } = sampleBooking();
  const slice = {
    ...sampleSlice!,
    origin: { ...sampleSlice!.origin, city_name: 'New York' },
    destination: { ...sampleSlice!.destination, city_name: 'London' },
  };
  expect(formatRoute({ ...bookingData, slices: [slice, sampleSlice!] })).toBe('New York to London');
  expect(formatRoute({ ...bookingData, slices: [] })).toBe('N/A to N/A');
});

it.each([
  [1, '1 passenger'],
  [2, '2 passengers'],
])('counts %i passengers as "%s"', (count, text) => expect(formatPassengerCount(count)).toBe(text));

it.each([
  [1, 'Non-stop'],
  [2, '1 stop(s)'],
  [3, '2 stop(s)'],
])('[TRIPS-16] describes %i segments as "%s"', (segments, text) =>
  expect(formatStopCount(segments)).toBe(text),
);

it.each([
  [undefined, ''],
  [null, ''],
  ['2026-11-21T08:00:00', ''],
  ['2026-11-22T08:00:00', 'Departs today'],
  ['2026-11-23T08:00:00', 'Departs tomorrow'],
  ['2026-11-24T08:00:00', 'Departs in 2 days'],
])('describes a departure at %s on 2026-11-22 as "%s"', (departure, text) =>
  expect(formatCountdown(departure, '2026-11-22')).toBe(text),
);
