import type { AirportRow } from '../geo/airports.ts';
import { getDistanceKm } from '../geo/distance.ts';
import { dateToMinutes, toInstant, toLocal } from '../geo/time-zone.ts';
import { chooseAircraft } from './aircraft.ts';
import { calculateBlockMinutes } from './block-time.ts';
import { SKYWEST, type Carrier } from './carriers.ts';
import { seededFraction, hash, seededInteger } from './seeded-random.ts';
import type { Flight } from './flight.ts';
import { addTechnicalStop } from './technical-stop.ts';

const roundTo5 = (minutes: number): number => Math.round(minutes / 5) * 5;

function getAirportWeight(airport: AirportRow): number {
  if (airport.rank < 20) return 1;
  if (airport.rank < 60) return 0.8;
  if (airport.rank < 120) return 0.6;
  if (airport.rank < 330) return 0.42;
  return airport.size === 'large' ? 0.3 : 0.18;
}

/** Flights per day; a value below one is the share of days with a flight. */
function getDailyFrequency(from: AirportRow, to: AirportRow, km: number): number {
  const demand = from.country === to.country ? 14 : 11;
  return (getAirportWeight(from) * getAirportWeight(to) * demand) / (1 + km / 4000);
}

/** The local departure time, in minutes after midnight, of flight `index` of `count` flights of a day. */
function getDepartureMinute(
  seed: string,
  index: number,
  count: number,
  blockMinutes: number,
  zoneShift: number,
): number {
  const isOvernight = blockMinutes > 330 && zoneShift >= 180 && seededFraction(`${seed}|night`) < 0.85;
  const [first, last] = isOvernight
    ? [16 * 60 + 30, 23 * 60]
    : blockMinutes > 330
      ? [8 * 60, 19 * 60]
      : [6 * 60, 21 * 60];
  const step = (last - first) / count;
  return roundTo5(first + step * index + step * seededFraction(`${seed}|minute`));
}

const cache = new Map<string, Flight[]>();
const CACHE_LIMIT = 50_000;

/** The flights of `carrier` from `from` to `to` that depart on the local date `date` ('2026-05-01'). */
export function listFlights(carrier: Carrier, from: AirportRow, to: AirportRow, date: string): Flight[] {
  const key = `${carrier.code}|${from.iata}|${to.iata}`;
  const dayKey = `${key}|${date}`;
  const cached = cache.get(dayKey);
  if (cached) return cached;
  const km = getDistanceKm(from, to);
  const flightsPerDay = getDailyFrequency(from, to, km);
  const count = Math.max(1, Math.round(flightsPerDay));
  const blockMinutes = calculateBlockMinutes(from, to, km);
  const midnight = dateToMinutes(date);
  const zoneShift = toLocal(to.time_zone, midnight) - toLocal(from.time_zone, midnight);
  const hasMediumAirport = from.size === 'medium' || to.size === 'medium';
  const flights: Flight[] = [];
  for (let index = 0; index < count; index++) {
    const seed = `${key}|${index}`;
    if (flightsPerDay < 0.8 && seededFraction(`${dayKey}|runs`) > Math.max(0.45, flightsPerDay)) continue;
    const departs = toInstant(
      from.time_zone,
      midnight + getDepartureMinute(seed, index, count, blockMinutes, zoneShift),
    );
    const arrives = departs + blockMinutes;
    const aircraft = chooseAircraft(seed, km, carrier.isLowCost, hasMediumAirport);
    const isRegional = aircraft === 'E75' && ['AA', 'DL', 'UA', 'AS'].includes(carrier.code);
    const flight: Flight = {
      operator: isRegional ? SKYWEST : carrier.code,
      carrier,
      number: 1 + ((hash(key) + index * 2) % (km > 4500 ? 399 : 2899)) + (isRegional ? 3000 : 0),
      from,
      to,
      km,
      departs,
      arrives,
      departsLocal: toLocal(from.time_zone, departs),
      arrivesLocal: toLocal(to.time_zone, arrives),
      aircraft,
    };
    flights.push(addTechnicalStop(flight, seed));
  }
  if (cache.size > CACHE_LIMIT) cache.clear();
  cache.set(dayKey, flights);
  return flights;
}

/** Minimum connection time between two flights, in minutes. */
export function getMinimumConnection(first: Flight, second: Flight): number {
  const minimum =
    first.from.country === first.to.country && second.from.country === second.to.country ? 45 : 70;
  return minimum + seededInteger(`mct|${first.to.iata}`, 0, 3) * 5;
}
