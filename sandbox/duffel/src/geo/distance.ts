import type { AirportRow } from './airports.ts';

const EARTH_RADIUS_KM = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const cache = new Map<string, number>();

/** Great-circle distance in kilometres between two points in degrees. */
export function greatCircleKm(from: { lat: number; lon: number }, to: { lat: number; lon: number }): number {
  const dLat = radians(to.lat - from.lat);
  const dLon = radians(to.lon - from.lon);
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h));
}

/** The same between two airports, remembered: schedules ask for it all the time. */
export function distanceKm(a: AirportRow, b: AirportRow): number {
  const key = a.iata < b.iata ? a.iata + b.iata : b.iata + a.iata;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const km = greatCircleKm(a, b);
  cache.set(key, km);
  return km;
}
