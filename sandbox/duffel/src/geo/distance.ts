import type { AirportRow } from './airports.ts';

const EARTH_RADIUS_KM = 6371;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
const cache = new Map<string, number>();

/** Great-circle distance in kilometres between two points in degrees. */
function calculateGreatCircleKm(
  from: { lat: number; lon: number },
  to: { lat: number; lon: number },
): number {
  const dLat = toRadians(to.lat - from.lat);
  const dLon = toRadians(to.lon - from.lon);
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(toRadians(from.lat)) * Math.cos(toRadians(to.lat)) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h));
}

/** Great-circle distance in kilometres between two airports, cached because schedules need it very often. */
export function getDistanceKm(a: AirportRow, b: AirportRow): number {
  const key = a.iata < b.iata ? a.iata + b.iata : b.iata + a.iata;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const km = calculateGreatCircleKm(a, b);
  cache.set(key, km);
  return km;
}
