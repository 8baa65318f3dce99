import type { Offer } from '@duffel/api/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMetropolitanArea } from '../geo/airports.ts';
import { dateInDays, buildSearch, startSandbox, type SandboxHarness } from '../testing/harness.ts';

let sandbox: SandboxHarness;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

type Flights = Offer['slices'][number]['segments'];

async function waysOf(...routes: [string, string][]): Promise<Flights[]> {
  const ways: Flights[] = [];
  for (const [from, to] of routes) {
    const { data } = await sandbox.duffel.offerRequests.create(buildSearch(from, to, dateInDays(30)));
    ways.push(...data.offers.flatMap((offer) => offer.slices.map((slice) => slice.segments)));
  }
  return ways;
}

/** The changes of a way: where one lands, where one goes on, and the minutes between by that city's clocks. */
const changesOf = (flights: Flights) =>
  flights.slice(1).map((next, index) => {
    const last = flights[index];
    return {
      lands: last?.destination.iata_code,
      leaves: next.origin.iata_code,
      landsOn: last?.arriving_at.slice(0, 10),
      leavesOn: next.departing_at.slice(0, 10),
      minutes: (Date.parse(`${next.departing_at}Z`) - Date.parse(`${last?.arriving_at}Z`)) / 60_000,
    };
  });

describe('what travellers meet on the way', () => {
  it('short waits, long waits and nights', async () => {
    const changes = (await waysOf(['JFK', 'LAX'], ['GLA', 'NCE'])).flatMap(changesOf);
    expect(changes.some(({ minutes }) => minutes < 60)).toBe(true);
    expect(changes.some(({ minutes }) => minutes > 240)).toBe(true);
    expect(changes.some(({ landsOn, leavesOn }) => landsOn !== leavesOn)).toBe(true);
  });

  it('going on from another airport of the city, with time for the way', async () => {
    const changes = (await waysOf(['NCL', 'JFK'], ['DUS', 'SFO'])).flatMap(changesOf);
    const moved = changes.filter(({ lands, leaves }) => lands !== leaves);
    expect(moved.length).toBeGreaterThan(0);
    for (const { lands, leaves } of moved)
      expect(findMetropolitanArea(lands ?? '')?.airports).toContain(leaves);
    expect(Math.min(...moved.map(({ minutes }) => minutes))).toBeGreaterThanOrEqual(150);
  });

  it('landings on the way, without which the flight would be shorter', async () => {
    const flights = (await waysOf(['LHR', 'SIN'])).flat();
    const landing = flights.find(({ stops }) => stops.length > 0);
    const [stop] = landing?.stops ?? [];
    expect(stop?.airport.iata_code).toMatch(/^[A-Z]{3}$/);
    expect(stop && stop.arriving_at < stop.departing_at).toBe(true);
    expect(flights.some(({ stops, distance }) => stops.length === 0 && distance === landing?.distance)).toBe(
      true,
    );
  });

  it('flights that another carrier operates, and two marketing carriers in one offer', async () => {
    const ways = await waysOf(['CDG', 'HND']);
    const codes = (flights: Flights) => new Set(flights.map((flight) => flight.marketing_carrier.iata_code));
    expect(ways.some((flights) => codes(flights).size > 1)).toBe(true);
    expect(
      ways.flat().some((flight) => flight.operating_carrier.iata_code !== flight.marketing_carrier.iata_code),
    ).toBe(true);
  });

  it('several airports at both ends of a search between cities', async () => {
    const places = async (from: string, to: string) => {
      const ways = await waysOf([from, to]);
      return [
        new Set(ways.map((flights) => flights[0]?.origin.iata_code)).size,
        new Set(ways.map((flights) => flights.at(-1)?.destination.iata_code)).size,
      ];
    };
    for (const counts of [await places('LON', 'NYC'), await places('NYC', 'PAR')])
      expect(Math.min(...counts)).toBeGreaterThan(1);
  });
});
