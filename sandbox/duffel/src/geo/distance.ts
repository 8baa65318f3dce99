import type { AirportRow } from './airports.ts';

const EARTH_RADIUS_KM = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const cache = new Map<string, number>();

/** Great-circle distance in kilometres. */
export function distanceKm(a: AirportRow, b: AirportRow): number {
  const key = a.iata < b.iata ? a.iata + b.iata : b.iata + a.iata;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const dLat = radians(b.lat - a.lat);
  const dLon = radians(b.lon - a.lon);
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLon / 2) ** 2;
  const km = 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h));
  cache.set(key, km);
  return km;
}
