/**
 * An airport-local time, which is text without a time zone. It is parsed by field, and `Date` is only used in UTC (for
 * weekdays and differences of days), so that the browser's time zone never shifts it. (FORMAT-10)
 */
interface LocalTime {
  /** Milliseconds since the epoch, of midnight UTC. */
  day: number;
  hour: string;
  minute: string;
}

const millisecondsPerDay = 86_400_000;
const notAvailable = 'N/A';

function parse(value: string | null | undefined): LocalTime | undefined {
  const match =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      value ?? '',
    );
  if (!match) return undefined;
  const [, year, month, date, hour = '00', minute = '00'] = match;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(date));
  const isReal = new Date(time).toISOString().startsWith(`${year}-${month}-${date}`);
  if (!isReal || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return { day: time, hour, minute };
}

type DateFormatter = (value: string | null | undefined) => string;

/** The Intl formatter is created once, because creating it is slow and a list formats hundreds of dates. */
function createDateFormatter(options: Intl.DateTimeFormatOptions, invalidText = notAvailable): DateFormatter {
  let format: Intl.DateTimeFormat | undefined;
  return (value) => {
    const time = parse(value);
    if (!time) return invalidText;
    format ??= new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
    return format.format(time.day);
  };
}

/** "2026-12-05T09:05:00" → "09:05". (FORMAT-06, FORMAT-09) */
export function formatTime(value: string | null | undefined): string {
  const time = parse(value);
  return time && /[T ]/.test(value ?? '') ? `${time.hour}:${time.minute}` : notAvailable;
}

/** → "Dec 5". (FORMAT-07) */
export const formatDate: DateFormatter = createDateFormatter({ month: 'short', day: 'numeric' });

/** → "Dec 5, 2026". */
export const formatDateFull: DateFormatter = createDateFormatter({
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** An instant, ISO 8601: "Dec 5, 2026, 09:05 UTC". */
export const formatUtc = (at: string): string => `${formatDateFull(at)}, ${formatTime(at)} UTC`;

let instantFormat: Intl.DateTimeFormat | undefined;

/** An instant by the clock of the browser, with its zone: "Dec 5, 2026, 09:05 EST". */
export function formatInstant(at: string | number): string {
  instantFormat ??= new Intl.DateTimeFormat('en-US', {
    ...{ month: 'short', day: 'numeric', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
  });
  return instantFormat.format(new Date(at));
}

/** → "Dec 05, 2026", the format of date fields. (FORM-06) */
export const formatDateField: DateFormatter = createDateFormatter({
  month: 'short',
  day: '2-digit',
  year: 'numeric',
});

/** → "Sat", empty for an invalid date. (FORMAT-09) */
export const formatWeekday: DateFormatter = createDateFormatter({ weekday: 'short' }, '');

/** → "Sat, Dec 5". (CARD-02) */
export const formatDateWithWeekday: DateFormatter = createDateFormatter({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
});

/** Calendar days from departure to arrival, each in its airport's local time; 0 for an invalid date. */
export function daysBetween(
  departure: string | null | undefined,
  arrival: string | null | undefined,
): number {
  const from = parse(departure);
  const to = parse(arrival);
  return from && to ? Math.round((to.day - from.day) / millisecondsPerDay) : 0;
}

/** "+1" for an arrival on the next day, "" on the same day. (FORMAT-10, CARD-11) */
export function dayOffset(departure: string | null | undefined, arrival: string | null | undefined): string {
  const days = daysBetween(departure, arrival);
  if (days === 0) return '';
  return days > 0 ? `+${days}` : String(days);
}

/** Today in the browser's time zone as `yyyy-MM-dd`. */
export function today(now = new Date()): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** Adds `days` to a date, both as `yyyy-MM-dd`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * millisecondsPerDay).toISOString().slice(0, 10);
}
