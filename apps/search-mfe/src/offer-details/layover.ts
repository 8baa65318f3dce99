import type { Segment } from '@fareline/contracts';
import { formatMinutes } from '@fareline/ui-theme';

/** Minutes on the ground between two flights; both times are local to the same airport. Undefined when a time is missing. */
export function layoverMinutes(before: Segment, after: Segment): number | undefined {
  const landed = Date.parse(`${before.arriving_at?.slice(0, 19)}Z`);
  const leaves = Date.parse(`${after.departing_at?.slice(0, 19)}Z`);
  const minutes = Math.round((leaves - landed) / 60_000);
  return Number.isFinite(minutes) && minutes >= 0 ? minutes : undefined;
}

/** "2h 10m in Amsterdam (AMS)", with a word of warning where the airport changes. */
export function layoverText(before: Segment, after: Segment): string {
  const { city_name, iata_code } = before.destination;
  const minutes = layoverMinutes(before, after);
  const where = `${city_name ?? 'N/A'} (${iata_code ?? 'N/A'})`;
  const change =
    after.origin.iata_code !== iata_code ? `, then change to ${after.origin.iata_code ?? 'N/A'}` : '';
  return `${minutes === undefined ? 'Layover' : formatMinutes(minutes)} in ${where}${change}`;
}
