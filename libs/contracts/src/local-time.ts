// Making one takes longer than formatting, and a list of offers has a few zones and hundreds of layovers.
const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

/** UTC offset of a time zone at an instant, in milliseconds. */
function zoneOffsetMs(instant: number, timeZone: string): number {
  const parts = getFormat(timeZone).formatToParts(instant);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}

/**
 * Milliseconds since 1970 of a local time (`yyyy-MM-ddTHH:mm:ss`) in an IANA time zone. Throws a RangeError for an unknown
 * zone. For comparing and exporting only; the displayed time is the local time itself. (FORMAT-10)
 */
export function localTimeToInstant(local: string, timeZone: string): number {
  const shown = Date.parse(`${local.slice(0, 19)}Z`);
  const guess = shown - zoneOffsetMs(shown, timeZone);
  return shown - zoneOffsetMs(guess, timeZone);
}

/** The instant in a zone of the provider; undefined if that is missing or no zone. */
export function findInstant(local: string, timeZone: string | null): number | undefined {
  try {
    return timeZone ? localTimeToInstant(local, timeZone) : undefined;
  } catch {
    return undefined;
  }
}

/** The largest offset behind UTC, used for unknown zones so that no trip is completed too early. */
const maxUtcLagMs = 12 * 3600_000;

/** Converts a local time (`yyyy-MM-ddTHH:mm:ss`) in an IANA time zone to an instant. (PROVIDER-41) */
export const toInstant = (local: string, zone: string | null): Date =>
  new Date(findInstant(local, zone) ?? Date.parse(`${local}Z`) + maxUtcLagMs);
