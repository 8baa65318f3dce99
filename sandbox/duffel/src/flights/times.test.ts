import { describe, expect, it } from 'vitest';
import { findAirport, findMetropolitanArea, type AirportRow } from '../geo/airports.ts';
import { formatDuration, formatLocal, getUtcOffset, toInstant, toLocal } from '../geo/time-zone.ts';
import { findSliceOptions } from './slice-options.ts';
import { getMinimumConnection } from './schedule.ts';

const getAirport = (iata: string): AirportRow => {
  const row = findAirport(iata);
  if (!row) throw new Error(iata);
  return row;
};
const toMinutes = (local: string): number => Date.parse(`${local}Z`) / 60_000;

describe('local times', () => {
  it('have the right UTC offset in winter, in summer and in zones with quarter-hour offsets', () => {
    expect(getUtcOffset('America/New_York', toMinutes('2027-01-15T12:00:00'))).toBe(-300);
    expect(getUtcOffset('America/New_York', toMinutes('2027-07-15T12:00:00'))).toBe(-240);
    expect(getUtcOffset('Asia/Kathmandu', toMinutes('2027-01-15T12:00:00'))).toBe(345);
    expect(getUtcOffset('Pacific/Kiritimati', toMinutes('2027-01-15T12:00:00'))).toBe(840);
  });

  it('have the right UTC offset before and after a clock change on the same day', () => {
    // Clocks go forward at 01:00 UTC on 28 March 2027 in London.
    expect(getUtcOffset('Europe/London', toMinutes('2027-03-28T00:59:00'))).toBe(0);
    expect(getUtcOffset('Europe/London', toMinutes('2027-03-28T01:00:00'))).toBe(60);
    const skippedTime = toInstant('Europe/London', toMinutes('2027-03-28T01:30:00'));
    expect(formatLocal(toLocal('Europe/London', skippedTime))).toMatch(/^2027-03-28T0[02]:30:00$/);
  });

  it('have ISO 8601 durations with days and hours', () => {
    expect([35, 60, 485, 1440, 1535].map(formatDuration)).toEqual([
      'PT35M',
      'PT1H',
      'PT8H5M',
      'P1D',
      'P1DT1H35M',
    ]);
  });

  it.each([
    ['JFK', 'LHR', '2027-01-15'],
    ['LHR', 'JFK', '2027-03-28'],
    ['SYD', 'LAX', '2027-10-03'],
    ['LAX', 'NRT', '2027-11-07'],
    ['GLA', 'WKK', '2027-06-01'],
  ])('are consistent with the instants of all flights from %s to %s on %s', (from, to, date) => {
    const sliceOptions = findSliceOptions(getAirport(from), getAirport(to), date, 2);
    expect(sliceOptions.length).toBeGreaterThan(0);
    for (const sliceOption of sliceOptions) {
      expect(formatLocal(sliceOption.flights[0]?.departsLocal ?? 0).slice(0, 10)).toBe(date);
      for (const [index, flight] of sliceOption.flights.entries()) {
        expect(toInstant(flight.from.time_zone, flight.departsLocal)).toBe(flight.departs);
        expect(toInstant(flight.to.time_zone, flight.arrivesLocal)).toBe(flight.arrives);
        expect(flight.arrives).toBeGreaterThan(flight.departs);
        const previous = sliceOption.flights[index - 1];
        if (!previous) continue;
        expect([flight.from.iata, ...(findMetropolitanArea(flight.from.iata)?.airports ?? [])]).toContain(
          previous.to.iata,
        );
        expect(flight.departs - previous.arrives).toBeGreaterThanOrEqual(
          getMinimumConnection(previous, flight),
        );
      }
    }
  });

  it('put the arrival of evening flights from New York to London on the next day', () => {
    const options = findSliceOptions(getAirport('JFK'), getAirport('LHR'), '2027-01-15', 0);
    const eveningFlights = options.filter(({ flights }) => (flights[0]?.departsLocal ?? 0) % 1440 >= 18 * 60);
    expect(eveningFlights.length).toBeGreaterThan(0);
    for (const { flights } of eveningFlights) {
      expect(formatLocal(flights[0]?.arrivesLocal ?? 0)).toMatch(/^2027-01-16T/);
      expect(flights[0]?.arrives ?? 0).toBeLessThan((flights[0]?.departs ?? 0) + 9 * 60);
    }
  });
});
