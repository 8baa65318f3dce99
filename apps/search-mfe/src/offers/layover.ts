import { localTimeToInstant, type Place, type Segment } from '@fareline/contracts';

function instantOf(local: string | null, zone: string | null): number {
  if (!local) return NaN;
  try {
    return zone ? localTimeToInstant(local, zone) : Date.parse(`${local.slice(0, 19)}Z`);
  } catch {
    return NaN;
  }
}

/**
 * Minutes on the ground between two flights. Both times are local to one place, so the zone matters only where they are not.
 * Undefined when a time is missing or they contradict each other.
 */
export function getLayoverMinutes(before: Segment, after: Segment): number | undefined {
  const [here, there] = [before.destination.time_zone, after.origin.time_zone];
  const hasZones = here !== null && there !== null && here !== there;
  const landed = instantOf(before.arriving_at, hasZones ? here : null);
  const leaves = instantOf(after.departing_at, hasZones ? there : null);
  const minutes = Math.round((leaves - landed) / 60_000);
  return Number.isFinite(minutes) && minutes >= 0 ? minutes : undefined;
}

const day = 24 * 60;
/** 23:00 to 06:00, in minutes of the day that it begins. */
const night = { from: 23 * 60, to: 30 * 60 };

/** How many of the minutes after a landing are in the night of the place. */
export function countNightMinutes(landed: string | null, minutes: number): number {
  const [, hours, rest] = /T(\d{2}):(\d{2})/.exec(landed ?? '') ?? [];
  const start = Number(hours) * 60 + Number(rest);
  let sum = 0;
  for (let midnight = -day; midnight < start + minutes; midnight += day)
    sum += Math.max(
      0,
      Math.min(start + minutes, midnight + night.to) - Math.max(start, midnight + night.from),
    );
  return sum;
}

/** "Amsterdam", else the code. */
export const getCityName = (place: Place): string => place.city_name ?? place.iata_code ?? 'N/A';

/** Both are told, and they differ. */
export const isDifferentAirport = (one: Place | undefined, other: Place | undefined): boolean =>
  Boolean(one?.iata_code && other?.iata_code && one.iata_code !== other.iata_code);
