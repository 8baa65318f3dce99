import type { Offer } from '@duffel/api/types';
import { describe, expect, it } from 'vitest';
import { findMetropolitanArea } from '../geo/airports.ts';
import { dateInDays, buildSearch, startSharedSandbox } from '../testing/harness.ts';

const sandbox = await startSharedSandbox();

type Flights = Offer['slices'][number]['segments'];

async function searchSlices(...routes: [string, string][]): Promise<Flights[]> {
  const slices: Flights[] = [];
  for (const [from, to] of routes) {
    const { data } = await sandbox.duffel.offerRequests.create(buildSearch(from, to, dateInDays(30)));
    slices.push(...data.offers.flatMap((offer) => offer.slices.map((slice) => slice.segments)));
  }
  return slices;
}

/** The connections of a slice: airports and local dates of arrival and departure, and the minutes between them. */
const listConnections = (flights: Flights) =>
  flights.slice(1).map((next, index) => {
    const last = flights[index];
    return {
      arrivalAirport: last?.destination.iata_code,
      departureAirport: next.origin.iata_code,
      arrivalDate: last?.arriving_at.slice(0, 10),
      departureDate: next.departing_at.slice(0, 10),
      minutes: (Date.parse(`${next.departing_at}Z`) - Date.parse(`${last?.arriving_at}Z`)) / 60_000,
    };
  });

describe('slice options', () => {
  it('include short, long and overnight connections', async () => {
    const connections = (await searchSlices(['JFK', 'LAX'], ['GLA', 'NCE'])).flatMap(listConnections);
    expect(connections.some(({ minutes }) => minutes < 60)).toBe(true);
    expect(connections.some(({ minutes }) => minutes > 240)).toBe(true);
    expect(connections.some(({ arrivalDate, departureDate }) => arrivalDate !== departureDate)).toBe(true);
  });

  it('include connections between two airports of a city, with enough time for the transfer', async () => {
    const connections = (await searchSlices(['NCL', 'JFK'], ['DUS', 'SFO'])).flatMap(listConnections);
    const airportChanges = connections.filter(
      ({ arrivalAirport, departureAirport }) => arrivalAirport !== departureAirport,
    );
    expect(airportChanges.length).toBeGreaterThan(0);
    for (const { arrivalAirport, departureAirport } of airportChanges)
      expect(findMetropolitanArea(arrivalAirport ?? '')?.airports).toContain(departureAirport);
    expect(Math.min(...airportChanges.map(({ minutes }) => minutes))).toBeGreaterThanOrEqual(150);
  });

  it('include technical stops, also on routes with non-stop flights', async () => {
    const flights = (await searchSlices(['LHR', 'SIN'])).flat();
    const withStop = flights.filter(({ stops }) => stops.length > 0);
    expect(withStop.length).toBeGreaterThan(0);
    for (const { airport, arriving_at, departing_at } of withStop.flatMap(({ stops }) => stops)) {
      expect(airport.iata_code).toMatch(/^[A-Z]{3}$/);
      expect(arriving_at < departing_at).toBe(true);
    }
    // The distances are of all flights of the day, which may also be legs that no airline flies without a stop.
    const nonStopDistances = flights
      .filter(({ stops }) => stops.length === 0)
      .map(({ distance }) => distance);
    expect(withStop.some(({ distance }) => nonStopDistances.includes(distance))).toBe(true);
  });

  it('include codeshare flights and offers with two marketing carriers', async () => {
    const slices = await searchSlices(['CDG', 'HND']);
    const listCarriers = (flights: Flights) =>
      new Set(flights.map((flight) => flight.marketing_carrier.iata_code));
    expect(slices.some((flights) => listCarriers(flights).size > 1)).toBe(true);
    expect(
      slices
        .flat()
        .some((flight) => flight.operating_carrier.iata_code !== flight.marketing_carrier.iata_code),
    ).toBe(true);
  });

  it('use several airports of the cities at both ends of a search', async () => {
    const countAirports = async (from: string, to: string) => {
      const slices = await searchSlices([from, to]);
      return [
        new Set(slices.map((flights) => flights[0]?.origin.iata_code)).size,
        new Set(slices.map((flights) => flights.at(-1)?.destination.iata_code)).size,
      ];
    };
    for (const counts of [await countAirports('LON', 'NYC'), await countAirports('NYC', 'PAR')])
      expect(Math.min(...counts)).toBeGreaterThan(1);
  });
});
