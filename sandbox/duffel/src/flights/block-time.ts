import type { AirportRow } from '../geo/airports.ts';

const roundTo5 = (minutes: number): number => Math.round(minutes / 5) * 5;

/** Gate to gate in minutes: cruise at 830 km/h, half an hour on the ground and in climb, the jet stream either way. */
export function blockMinutes(from: AirportRow, to: AirportRow, km: number): number {
  const turn = ((to.lon - from.lon + 540) % 360) - 180;
  const wind = Math.abs(from.lat) > 20 ? Math.max(-0.07, Math.min(0.07, -turn / 1000)) : 0;
  return Math.max(35, roundTo5((km / 830) * 60 * (1 + wind) + 33));
}
