/**
 * Times of flights. An instant is whole minutes since 1970 UTC; a local time is the instant plus the airport's UTC offset.
 * Responses contain local times without a zone, and clients must not convert them.
 */
const MINUTES_PER_DAY = 1440;
const formats = new Map<string, Intl.DateTimeFormat>();
/** The offset of a zone on a UTC day, or null if it changes on that day. */
const dayOffsets = new Map<string, number | null>();

function getFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

function calculateOffset(zone: string, instant: number): number {
  const parts: Record<string, number> = {};
  for (const part of getFormat(zone).formatToParts(instant * 60_000)) parts[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) / 60_000 - instant;
}

/** The UTC offset of `zone` at `instant` in minutes, positive east of UTC. */
export function getUtcOffset(zone: string, instant: number): number {
  const day = Math.floor(instant / MINUTES_PER_DAY);
  const key = `${zone}|${day}`;
  let offset = dayOffsets.get(key);
  if (offset === undefined) {
    const start = calculateOffset(zone, day * MINUTES_PER_DAY);
    offset = start === calculateOffset(zone, (day + 1) * MINUTES_PER_DAY) ? start : null;
    dayOffsets.set(key, offset);
  }
  return offset ?? calculateOffset(zone, instant);
}

export const toLocal = (zone: string, instant: number): number => instant + getUtcOffset(zone, instant);

/** Converts a local time of `zone` to an instant; a local time that a clock change skips is shifted. */
export function toInstant(zone: string, local: number): number {
  const approximateInstant = local - getUtcOffset(zone, local);
  return local - getUtcOffset(zone, approximateInstant);
}

/** '2026-05-01' → minutes since 1970 at midnight of that date. */
export const dateToMinutes = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 60_000;

/** Local time in minutes since 1970 → '2026-05-01T18:05:00'. */
export const formatLocal = (local: number): string => new Date(local * 60_000).toISOString().slice(0, 19);

/** Minutes to an ISO 8601 duration: 485 → 'PT8H5M', 1535 → 'P1DT1H35M'. */
export function formatDuration(minutes: number): string {
  const days = Math.floor(minutes / MINUTES_PER_DAY);
  const hours = Math.floor((minutes % MINUTES_PER_DAY) / 60);
  const restMinutes = minutes % 60;
  const time = `${hours ? `${hours}H` : ''}${restMinutes ? `${restMinutes}M` : ''}`;
  if (!days && !time) return 'PT0M';
  return `P${days ? `${days}D` : ''}${time ? `T${time}` : ''}`;
}
