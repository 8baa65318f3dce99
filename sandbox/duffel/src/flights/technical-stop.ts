import { airportList, type AirportRow } from '../geo/airports.ts';
import { distanceKm } from '../geo/distance.ts';
import { toLocal } from '../geo/time-zone.ts';
import { blockMinutes } from './block-time.ts';
import { chance } from './random.ts';
import type { Flight } from './schedule.ts';

const GROUND_MINUTES = 65;
/** From here on some flights land on the way. */
const FAR_KM = 8_500;
const BUSY_RANK = 80;
const LONGEST_DETOUR = 1.08;

/** The same flight with a landing on the way, without a change of aircraft. */
export function withStop(direct: Flight, at: AirportRow): Flight {
  const first = blockMinutes(direct.from, at, distanceKm(direct.from, at));
  const second = blockMinutes(at, direct.to, distanceKm(at, direct.to));
  const arrives = direct.departs + first + GROUND_MINUTES + second;
  return {
    ...direct,
    arrives,
    arrivesLocal: toLocal(direct.to.time_zone, arrives),
    stop: { airport: at, arrives: direct.departs + first, departs: direct.departs + first + GROUND_MINUTES },
  };
}

const halfWays = new Map<string, AirportRow | null>();

/** The busy airport that lies nearest to half way without much of a detour. */
function halfWay(from: AirportRow, to: AirportRow): AirportRow | null {
  const key = `${from.iata}|${to.iata}`;
  const known = halfWays.get(key);
  if (known !== undefined) return known;
  const most = distanceKm(from, to) * LONGEST_DETOUR;
  let best: AirportRow | null = null;
  let least = Infinity;
  for (const airport of airportList) {
    if (airport.rank > BUSY_RANK || airport.iata === from.iata || airport.iata === to.iata) continue;
    const [before, after] = [distanceKm(from, airport), distanceKm(airport, to)];
    const unevenness = Math.abs(before - after);
    if (before + after > most || unevenness >= least) continue;
    [best, least] = [airport, unevenness];
  }
  halfWays.set(key, best);
  return best;
}

/** One in three of the longest flights lands on the way, the same one every day. */
export function perhapsWithStop(flight: Flight, seed: string): Flight {
  if (flight.km < FAR_KM || chance(`lands|${seed}`) > 1 / 3) return flight;
  const at = halfWay(flight.from, flight.to);
  return at ? withStop(flight, at) : flight;
}
