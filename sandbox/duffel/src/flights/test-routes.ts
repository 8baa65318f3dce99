import type { AirportRow } from '../geo/airports.ts';
import { findAirport } from '../geo/airports.ts';
import { getDistanceKm } from '../geo/distance.ts';
import { dateToMinutes, toInstant, toLocal } from '../geo/time-zone.ts';
import { calculateBlockMinutes } from './block-time.ts';
import { DUFFEL_AIRWAYS } from './carriers.ts';
import type { SliceOption } from './slice-options.ts';
import type { Flight } from './flight.ts';
import { addStop } from './technical-stop.ts';

/**
 * Behaviour of Duffel's test mode on its documented routes (Duffel's documentation: "Test your integration"), and on three routes of the
 * sandbox alone: offers of 15 minutes, all kinds of extras, and nulls wherever Duffel has sent them.
 */
export type TestScenario =
  | 'no_offers'
  | 'hold'
  | 'connecting'
  | 'no_bags'
  | 'no_services'
  | 'timeout'
  | 'stops'
  | 'offer_unavailable'
  | 'order_error'
  | 'insufficient_balance'
  | 'price_rises'
  | 'airline_change'
  | 'airline_credits'
  | 'short_lived'
  | 'all_extras'
  | 'gaps';

const ROUTES: Readonly<Record<string, TestScenario>> = {
  'PVD-RAI': 'no_offers',
  'JFK-EWR': 'hold',
  'LHR-DXB': 'connecting',
  'BTS-MRU': 'no_bags',
  'BTS-ABV': 'no_services',
  'STN-LHR': 'timeout',
  'DXB-AMS': 'stops',
  'LGW-LHR': 'offer_unavailable',
  'LHR-LGW': 'order_error',
  'LGW-STN': 'insufficient_balance',
  'LHR-STN': 'price_rises',
  'LHR-LTN': 'airline_change',
  'LTN-SYD': 'airline_credits',
  // Routes of the sandbox alone.
  'STN-LTN': 'short_lived',
  'LTN-STN': 'all_extras',
  'LTN-LHR': 'gaps',
};

/** The test scenario of a search, null if it has none. Duffel's test routes are one-way. */
export function findTestScenario(
  slices: readonly { origin: string; destination: string }[],
): TestScenario | null {
  const [slice] = slices;
  if (!slice || slices.length !== 1) return null;
  return ROUTES[`${slice.origin}-${slice.destination}`] ?? null;
}

const DEPARTURES = [6 * 60, 9 * 60 + 30, 12 * 60, 15 * 60 + 45, 18 * 60, 21 * 60 + 10];

function buildFlight(from: AirportRow, to: AirportRow, date: string, minute: number, number: number): Flight {
  const km = getDistanceKm(from, to);
  const departs = toInstant(from.time_zone, dateToMinutes(date) + minute);
  const arrives = departs + calculateBlockMinutes(from, to, km);
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

function buildConnectingFlight(
  previous: Flight,
  to: AirportRow,
  waitMinutes: number,
  number: number,
): Flight {
  const departsLocal = previous.arrivesLocal + waitMinutes;
  const midnight = Math.floor(departsLocal / 1440) * 1440;
  const date = new Date(midnight * 60_000).toISOString().slice(0, 10);
  return buildFlight(previous.to, to, date, departsLocal - midnight, number);
}

/** Builds the flights of Duffel Airways on a test route for one date. */
export function buildTestSliceOptions(
  scenario: TestScenario,
  from: AirportRow,
  to: AirportRow,
  date: string,
): SliceOption[] {
  if (scenario === 'no_offers' || scenario === 'timeout') return [];
  return DEPARTURES.map((minute, index) => {
    const number = 100 + index * 7;
    const direct = buildFlight(from, to, date, minute, number);
    const via = findAirport(scenario === 'stops' ? 'VIE' : 'FRA');
    let flights = [direct];
    if (via && scenario === 'stops') flights = [addStop(direct, via)];
    if (via && scenario === 'connecting') {
      const first = buildFlight(from, via, date, minute, number);
      flights = [first, buildConnectingFlight(first, to, 95, number + 1)];
    }
    return {
      owner: DUFFEL_AIRWAYS,
      flights,
      marketingFlights: flights.map((segment) => ({ carrier: DUFFEL_AIRWAYS.code, number: segment.number })),
    };
  });
}
