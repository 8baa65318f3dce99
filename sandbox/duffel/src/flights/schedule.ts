import type { AirportRow } from '../geo/airports.ts';
import { distanceKm } from '../geo/distance.ts';
import { dateToMinutes, toInstant, toLocal } from '../geo/time-zone.ts';
import { chooseAircraft } from './aircraft.ts';
import { blockMinutes } from './block-time.ts';
import { SKYWEST, type Carrier } from './carriers.ts';
import { chance, hash, pick } from './random.ts';
import { perhapsWithStop } from './technical-stop.ts';

/** A flight of a day. Instants and local times are whole minutes, see geo/time-zone.ts. */
export interface Flight {
  operator: string;
  carrier: Carrier;
  number: number;
  from: AirportRow;
  to: AirportRow;
  km: number;
  departs: number;
  arrives: number;
  departsLocal: number;
  arrivesLocal: number;
  aircraft: string;
  /** A landing on the way, without a change of aircraft. */
  stop?: { airport: AirportRow; arrives: number; departs: number };
}

const roundTo5 = (minutes: number): number => Math.round(minutes / 5) * 5;

function weight(airport: AirportRow): number {
  if (airport.rank < 20) return 1;
  if (airport.rank < 60) return 0.8;
  if (airport.rank < 120) return 0.6;
  if (airport.rank < 330) return 0.42;
  return airport.size === 'large' ? 0.3 : 0.18;
}

/** Flights a day; below one, the share of days with a flight. */
function frequency(from: AirportRow, to: AirportRow, km: number): number {
  const demand = from.country === to.country ? 14 : 11;
  return (weight(from) * weight(to) * demand) / (1 + km / 4000);
}

/** The local minute of departure of flight `index` of `count`. */
function departureMinute(seed: string, index: number, count: number, block: number, shift: number): number {
  const overnight = block > 330 && shift >= 180 && chance(`${seed}|night`) < 0.85;
  const [first, last] = overnight
    ? [16 * 60 + 30, 23 * 60]
    : block > 330
      ? [8 * 60, 19 * 60]
      : [6 * 60, 21 * 60];
  const step = (last - first) / count;
  return roundTo5(first + step * index + step * chance(`${seed}|minute`));
}

const cache = new Map<string, Flight[]>();
const CACHE_LIMIT = 50_000;

/** The flights of `carrier` from `from` to `to` that leave on the local day `date` ('2026-05-01'). */
export function flightsOf(carrier: Carrier, from: AirportRow, to: AirportRow, date: string): Flight[] {
  const key = `${carrier.code}|${from.iata}|${to.iata}`;
  const dayKey = `${key}|${date}`;
  const known = cache.get(dayKey);
  if (known) return known;
  const km = distanceKm(from, to);
  const perDay = frequency(from, to, km);
  const count = Math.max(1, Math.round(perDay));
  const block = blockMinutes(from, to, km);
  const midnight = dateToMinutes(date);
  const shift = toLocal(to.time_zone, midnight) - toLocal(from.time_zone, midnight);
  const smallEnd = from.size === 'medium' || to.size === 'medium';
  const flights: Flight[] = [];
  for (let index = 0; index < count; index++) {
    const seed = `${key}|${index}`;
    if (perDay < 0.8 && chance(`${dayKey}|runs`) > Math.max(0.45, perDay)) continue;
    const departs = toInstant(from.time_zone, midnight + departureMinute(seed, index, count, block, shift));
    const arrives = departs + block;
    const plane = chooseAircraft(seed, km, carrier.lowCost, smallEnd);
    const regional = plane === 'E75' && ['AA', 'DL', 'UA', 'AS'].includes(carrier.code);
    const flight: Flight = {
      operator: regional ? SKYWEST : carrier.code,
      carrier,
      number: 1 + ((hash(key) + index * 2) % (km > 4500 ? 399 : 2899)) + (regional ? 3000 : 0),
      from,
      to,
      km,
      departs,
      arrives,
      departsLocal: toLocal(from.time_zone, departs),
      arrivesLocal: toLocal(to.time_zone, arrives),
      aircraft: plane,
    };
    flights.push(perhapsWithStop(flight, seed));
  }
  if (cache.size > CACHE_LIMIT) cache.clear();
  cache.set(dayKey, flights);
  return flights;
}

/** Minutes needed between two flights at the airport where they meet. */
export function minimumConnection(first: Flight, second: Flight): number {
  const base = first.from.country === first.to.country && second.from.country === second.to.country ? 45 : 70;
  return base + pick(`mct|${first.to.iata}`, 0, 3) * 5;
}
