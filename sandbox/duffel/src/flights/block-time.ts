import type { AirportRow } from '../geo/airports.ts';

const roundTo5 = (minutes: number): number => Math.round(minutes / 5) * 5;

/** Gate-to-gate time in minutes: cruise at 830 km/h, plus time on the ground and in climb, adjusted for the jet stream. */
export function calculateBlockMinutes(from: AirportRow, to: AirportRow, km: number): number {
  const eastwardDegrees = ((to.lon - from.lon + 540) % 360) - 180;
  const windFactor = Math.abs(from.lat) > 20 ? Math.max(-0.07, Math.min(0.07, -eastwardDegrees / 1000)) : 0;
  return Math.max(35, roundTo5((km / 830) * 60 * (1 + windFactor) + 33));
}
