import type { AirportRow } from '../geo/airports.ts';
import { findAirport } from '../geo/airports.ts';
import { distanceKm } from '../geo/distance.ts';
import { dateToMinutes, toInstant, toLocal } from '../geo/time-zone.ts';
import { blockMinutes } from './block-time.ts';
import { DUFFEL_AIRWAYS } from './carriers.ts';
import type { Itinerary } from './itineraries.ts';
import type { Flight } from './schedule.ts';
import { withStop } from './technical-stop.ts';

/** What Duffel's test mode does on its documented routes (docs: "Test your integration"). */
export type TestScenario =
  | 'no_offers'
  | 'hold'
  | 'connecting'
  | 'no_bags'
  | 'no_services'
  | 'timeout'
  | 'stops'
  | 'offer_gone'
  | 'order_error'
  | 'insufficient_balance'
  | 'price_rises'
  | 'airline_change'
  | 'airline_credits';

const ROUTES: Readonly<Record<string, TestScenario>> = {
  'PVD-RAI': 'no_offers',
  'JFK-EWR': 'hold',
  'LHR-DXB': 'connecting',
  'BTS-MRU': 'no_bags',
  'BTS-ABV': 'no_services',
  'STN-LHR': 'timeout',
  'DXB-AMS': 'stops',
  'LGW-LHR': 'offer_gone',
  'LHR-LGW': 'order_error',
  'LGW-STN': 'insufficient_balance',
  'LHR-STN': 'price_rises',
  'LHR-LTN': 'airline_change',
  'LTN-SYD': 'airline_credits',
};

/** The scenario of a search: Duffel's test routes are one-way. */
export function testScenario(
  slices: readonly { origin: string; destination: string }[],
): TestScenario | null {
  const [only] = slices;
  if (!only || slices.length !== 1) return null;
  return ROUTES[`${only.origin}-${only.destination}`] ?? null;
}

const DEPARTURES = [6 * 60, 9 * 60 + 30, 12 * 60, 15 * 60 + 45, 18 * 60, 21 * 60 + 10];

function flight(from: AirportRow, to: AirportRow, date: string, minute: number, number: number): Flight {
  const km = distanceKm(from, to);
  const departs = toInstant(from.time_zone, dateToMinutes(date) + minute);
  const arrives = departs + blockMinutes(from, to, km);
  return {
    operator: DUFFEL_AIRWAYS.code,
    carrier: DUFFEL_AIRWAYS,
    number,
    from,
    to,
    km,
    departs,
    arrives,
    departsLocal: toLocal(from.time_zone, departs),
    arrivesLocal: toLocal(to.time_zone, arrives),
    aircraft: km > 4000 ? '77W' : '321',
  };
}

function after(previous: Flight, to: AirportRow, wait: number, number: number): Flight {
  const departsLocal = previous.arrivesLocal + wait;
  const midnight = Math.floor(departsLocal / 1440) * 1440;
  const date = new Date(midnight * 60_000).toISOString().slice(0, 10);
  return flight(previous.to, to, date, departsLocal - midnight, number);
}

/** Duffel Airways' flights of the day on a test route. */
export function testItineraries(
  scenario: TestScenario,
  from: AirportRow,
  to: AirportRow,
  date: string,
): Itinerary[] {
  if (scenario === 'no_offers' || scenario === 'timeout') return [];
  return DEPARTURES.map((minute, index) => {
    const number = 100 + index * 7;
    const direct = flight(from, to, date, minute, number);
    const via = findAirport(scenario === 'stops' ? 'VIE' : 'FRA');
    let flights = [direct];
    if (via && scenario === 'stops') flights = [withStop(direct, via)];
    if (via && scenario === 'connecting') {
      const first = flight(from, via, date, minute, number);
      flights = [first, after(first, to, 95, number + 1)];
    }
    return {
      owner: DUFFEL_AIRWAYS,
      flights,
      numbers: flights.map((leg) => ({ carrier: DUFFEL_AIRWAYS.code, number: leg.number })),
    };
  });
}
