import { expect, it } from 'vitest';
import type { Segment, Slice } from '../offers/offer.schema.ts';
import { listConnectionProblems } from './connections.ts';

const places = {
  DUB: { city_name: 'Dublin', time_zone: 'Europe/Dublin' },
  LHR: { city_name: 'London', time_zone: 'Europe/London' },
  JFK: { city_name: 'New York', time_zone: 'America/New_York' },
} as const;
type Code = keyof typeof places;

const toPlace = (code: Code) => ({ ...places[code], iata_code: code, name: code, country_code: null });

const flight = (
  flight_number: string | null,
  from: Code,
  departing_at: string,
  to: Code,
  arriving_at: string,
) =>
  ({ flight_number, departing_at, arriving_at, origin: toPlace(from), destination: toPlace(to) }) as Segment;

const trip = (...slices: Segment[][]) =>
  slices.map((segments, index) => ({ id: `sli_${index}`, segments }) as Slice);

const first = flight('EI390', 'DUB', '2027-03-01T08:00:00', 'LHR', '2027-03-01T09:20:00');
const second = (time: string) =>
  flight('BA175', 'LHR', `2027-03-01T${time}:00`, 'JFK', '2027-03-01T15:00:00');

/** All of them, as of flights that were not known before. */
const list = (slices: Slice[]) => listConnectionProblems({ slices, earlier_slices: [] });

it.each([
  ['11:00', []],
  ['10:35', []],
  ['10:34', ['You have only 1h 14m to change planes in London: ask the airline whether that is enough.']],
  ['09:20', ['You have only 0m to change planes in London: ask the airline whether that is enough.']],
  ['09:19', ['You cannot take both flights: BA175 leaves before EI390 has landed in London.']],
])('[TRIP-05] says of a connection at 09:20 that leaves at %s: %j', (time, expected) => {
  expect(list(trip([first, second(time)]))).toEqual(expected);
});

it('[TRIP-05] says that the way back leaves before the way out has landed, in the zone of each airport', () => {
  const out = flight('BA175', 'LHR', '2027-03-01T11:00:00', 'JFK', '2027-03-01T14:00:00');
  const back = (time: string) => flight(null, 'JFK', `2027-03-01T${time}:00`, 'LHR', '2027-03-02T01:00:00');
  expect(list(trip([out], [back('14:10')]))).toEqual([]);
  expect(list(trip([out], [back('13:59')]))).toEqual([
    'You cannot take both flights: the flight from New York leaves before BA175 has landed in New York.',
  ]);
});

it('[TRIP-05] says nothing of flights without times', () => {
  const unknown = { ...second('09:00'), departing_at: null };
  expect(list(trip([first, unknown]))).toEqual([]);
});

it('[TRIP-05] says nothing of what did not fit before either', () => {
  const [slices, later] = [trip([first, second('10:00')]), trip([first, second('10:05')])];
  expect(listConnectionProblems({ slices })).toEqual([]);
  expect(listConnectionProblems({ slices, earlier_slices: slices })).toEqual([]);
  expect(listConnectionProblems({ slices: later, earlier_slices: slices })).toHaveLength(1);
});
