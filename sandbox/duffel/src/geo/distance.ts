import { getDistanceKm as calculateDistanceKm } from '@fareline/contracts/airports';
import type { AirportRow } from './airports.ts';

const cache = new Map<string, number>();

/** Great-circle distance in kilometres between two airports, cached because schedules need it very often. */
export function getDistanceKm(a: AirportRow, b: AirportRow): number {
  const key = a.iata < b.iata ? a.iata + b.iata : b.iata + a.iata;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const km = calculateDistanceKm(a, b);
  cache.set(key, km);
  return km;
}
