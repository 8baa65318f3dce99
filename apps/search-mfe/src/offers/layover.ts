import { localTimeToInstant, type Place, type Segment } from '@fareline/contracts';

function toInstant(local: string | null, zone: string | null): number {
  if (!local) return NaN;
  try {
    return zone ? localTimeToInstant(local, zone) : Date.parse(`${local.slice(0, 19)}Z`);
  } catch {
    return NaN;
  }
}

/**
 * Minutes between the arrival of one segment and the departure of the next; undefined if a time is missing or the departure is
 * earlier. Both times are usually local to one city, so time zones are used only if the two airports have different ones.
 */
export function getLayoverMinutes(before: Segment, after: Segment): number | undefined {
  const [arrivalZone, departureZone] = [before.destination.time_zone, after.origin.time_zone];
  const zonesDiffer = arrivalZone !== null && departureZone !== null && arrivalZone !== departureZone;
  const arrival = toInstant(before.arriving_at, zonesDiffer ? arrivalZone : null);
  const departure = toInstant(after.departing_at, zonesDiffer ? departureZone : null);
  const minutes = Math.round((departure - arrival) / 60_000);
  return Number.isFinite(minutes) && minutes >= 0 ? minutes : undefined;
}

const minutesPerDay = 24 * 60;
/** 23:00 to 06:00, in minutes since midnight of the day on which the night begins. */
const night = { from: 23 * 60, to: 30 * 60 };

/** How many of the `minutes` after a local arrival time are between 23:00 and 06:00. */
export function countNightMinutes(arrivingAt: string | null, minutes: number): number {
  const [, hours, rest] = /T(\d{2}):(\d{2})/.exec(arrivingAt ?? '') ?? [];
  const start = Number(hours) * 60 + Number(rest);
  let sum = 0;
  for (let midnight = -minutesPerDay; midnight < start + minutes; midnight += minutesPerDay)
    sum += Math.max(
      0,
      Math.min(start + minutes, midnight + night.to) - Math.max(start, midnight + night.from),
    );
  return sum;
}

/** The city name, else the IATA code. */
export const getCityName = (place: Place): string => place.city_name ?? place.iata_code ?? 'N/A';

/** Whether both airports are known and differ. */
export const isDifferentAirport = (one: Place | undefined, other: Place | undefined): boolean =>
  Boolean(one?.iata_code && other?.iata_code && one.iata_code !== other.iata_code);
