import { findInstant } from '../local-time.ts';
import type { Place, Segment } from './offer.schema.ts';

type Zones = [arrival: string | null, departure: string | null];

function toInstant(local: string | null, zone: string | null): number {
  if (!local) return NaN;
  return zone ? (findInstant(local, zone) ?? NaN) : Date.parse(`${local.slice(0, 19)}Z`);
}

/** NaN if a time is missing or this browser does not know a zone. */
const minutesBetween = (before: Segment, after: Segment, [arrival, departure]: Zones): number =>
  Math.round((toInstant(after.departing_at, departure) - toInstant(before.arriving_at, arrival)) / 60_000);

/**
 * Minutes between the arrival of one segment and the departure of the next, negative where that is earlier; undefined if a time is
 * missing. Clocks may change in between, so that zones are used in one city too; a missing one is that of the other airport.
 */
export function getMinutesBetween(before: Segment, after: Segment): number | undefined {
  const [arrivalZone, departureZone] = [before.destination.time_zone, after.origin.time_zone];
  const zones: Zones = [arrivalZone ?? departureZone, departureZone ?? arrivalZone];
  const inZones = minutesBetween(before, after, zones);
  const isZoneUnknown = Number.isNaN(inZones) && zones[0] === zones[1];
  const minutes = isZoneUnknown ? minutesBetween(before, after, [null, null]) : inZones;
  return Number.isFinite(minutes) ? minutes : undefined;
}

/** Minutes between two flights that connect; undefined also if the departure is earlier. */
export function getLayoverMinutes(before: Segment, after: Segment): number | undefined {
  const minutes = getMinutesBetween(before, after);
  return minutes !== undefined && minutes >= 0 ? minutes : undefined;
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
export const getCityName = (place: Place | undefined): string =>
  place?.city_name ?? place?.iata_code ?? 'N/A';

/** Whether both airports are known and differ. */
export const isDifferentAirport = (one: Place | undefined, other: Place | undefined): boolean =>
  Boolean(one?.iata_code && other?.iata_code && one.iata_code !== other.iata_code);
