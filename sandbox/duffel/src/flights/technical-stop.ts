import { airportList, type AirportRow } from '../geo/airports.ts';
import { getDistanceKm } from '../geo/distance.ts';
import { toLocal } from '../geo/time-zone.ts';
import { calculateBlockMinutes } from './block-time.ts';
import { seededFraction } from './seeded-random.ts';
import type { Flight } from './flight.ts';

const GROUND_MINUTES = 65;
/** From this distance on, some flights have a technical stop. */
const MIN_STOP_DISTANCE_KM = 8_500;
/** Stops are at busy airports only; rank 0 is the busiest. */
const MAX_STOP_AIRPORT_RANK = 80;
const MAX_DETOUR_FACTOR = 1.08;

/** Adds a technical stop at `stopAirport` to a non-stop flight. */
export function addStop(direct: Flight, stopAirport: AirportRow): Flight {
  const first = calculateBlockMinutes(direct.from, stopAirport, getDistanceKm(direct.from, stopAirport));
  const second = calculateBlockMinutes(stopAirport, direct.to, getDistanceKm(stopAirport, direct.to));
  const arrives = direct.departs + first + GROUND_MINUTES + second;
  return {
    ...direct,
    arrives,
    arrivesLocal: toLocal(direct.to.time_zone, arrives),
    stop: {
      airport: stopAirport,
      arrives: direct.departs + first,
      departs: direct.departs + first + GROUND_MINUTES,
    },
  };
}

const midpointAirports = new Map<string, AirportRow | null>();

/** The busy airport nearest to the midpoint of the route, within the maximum detour; null if there is none. */
function findMidpointAirport(from: AirportRow, to: AirportRow): AirportRow | null {
  const key = `${from.iata}|${to.iata}`;
  const cached = midpointAirports.get(key);
  if (cached !== undefined) return cached;
  const maxKm = getDistanceKm(from, to) * MAX_DETOUR_FACTOR;
  let best: AirportRow | null = null;
  let smallestDifference = Infinity;
  for (const airport of airportList) {
    if (airport.rank > MAX_STOP_AIRPORT_RANK || airport.iata === from.iata || airport.iata === to.iata)
      continue;
    const [kmBefore, kmAfter] = [getDistanceKm(from, airport), getDistanceKm(airport, to)];
    const difference = Math.abs(kmBefore - kmAfter);
    if (kmBefore + kmAfter > maxKm || difference >= smallestDifference) continue;
    [best, smallestDifference] = [airport, difference];
  }
  midpointAirports.set(key, best);
  return best;
}

/** Adds a stop to a third of the longest flights; a flight has the same stop every day. */
export function addTechnicalStop(flight: Flight, seed: string): Flight {
  if (flight.km < MIN_STOP_DISTANCE_KM || seededFraction(`lands|${seed}`) > 1 / 3) return flight;
  const stopAirport = findMidpointAirport(flight.from, flight.to);
  return stopAirport ? addStop(flight, stopAirport) : flight;
}
