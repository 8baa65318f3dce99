/**
 * Times of flights. An instant is whole minutes since 1970 UTC; a local time is the same count read off the airport's
 * own clock. Answers carry local times without a zone, and nothing downstream ever shifts them.
 */
const DAY = 1440;
const formats = new Map<string, Intl.DateTimeFormat>();
/** Offset of a zone on a UTC day, or null on the days it changes. */
const dayOffsets = new Map<string, number | null>();

function formatOf(zone: string): Intl.DateTimeFormat {
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

function exactOffset(zone: string, instant: number): number {
  const read: Record<string, number> = {};
  for (const part of formatOf(zone).formatToParts(instant * 60_000)) read[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = read;
  return Date.UTC(year, month - 1, day, hour, minute) / 60_000 - instant;
}

/** Minutes east of UTC that `zone` keeps at `instant`. */
export function offsetAt(zone: string, instant: number): number {
  const day = Math.floor(instant / DAY);
  const key = `${zone}|${day}`;
  let offset = dayOffsets.get(key);
  if (offset === undefined) {
    const start = exactOffset(zone, day * DAY);
    offset = start === exactOffset(zone, (day + 1) * DAY) ? start : null;
    dayOffsets.set(key, offset);
  }
  return offset ?? exactOffset(zone, instant);
}

export const toLocal = (zone: string, instant: number): number => instant + offsetAt(zone, instant);

/** The instant at which the clock of `zone` shows `local`; a time that a clock change skips moves on with the clock. */
export function toInstant(zone: string, local: number): number {
  const guess = local - offsetAt(zone, local);
  return local - offsetAt(zone, guess);
}

/** '2026-05-01' → minutes at that day's midnight. */
export const dateToMinutes = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 60_000;

/** Minutes of a local time → '2026-05-01T18:05:00'. */
export const formatLocal = (local: number): string => new Date(local * 60_000).toISOString().slice(0, 19);

/** 485 → 'PT8H5M', 1535 → 'P1DT1H35M'. */
export function formatDuration(minutes: number): string {
  const days = Math.floor(minutes / DAY);
  const hours = Math.floor((minutes % DAY) / 60);
  const rest = minutes % 60;
  const time = `${hours ? `${hours}H` : ''}${rest ? `${rest}M` : ''}`;
  if (!days && !time) return 'PT0M';
  return `P${days ? `${days}D` : ''}${time ? `T${time}` : ''}`;
}
