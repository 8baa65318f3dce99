import type { TimeRange } from './filter-model.ts';

const minutesPerDay = 24 * 60;
const pad = (value: number) => String(value).padStart(2, '0');

/** "06:30"; the end of the day is "24:00". */
export const formatMinuteOfDay = (minutes: number): string =>
  `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;

/** The time filter for the position of the slider's thumbs; undefined for the whole range. */
export const toTimeFilter = ([low, high]: TimeRange, [min, max]: TimeRange): TimeRange | undefined =>
  low <= min && high >= max ? undefined : [low, high];

/** "0630-1200", for a URL. */
export const formatTimeParam = (range: TimeRange): string =>
  range.map((minutes) => formatMinuteOfDay(minutes).replace(':', '')).join('-');

function parseTime(hours: string | undefined, minutes: string | undefined): number {
  const value = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && value <= minutesPerDay ? value : NaN;
}

/** The range of "0630-1200"; undefined for anything else. */
export function parseTimeParam(text: string | undefined): TimeRange | undefined {
  const match = /^(\d{2})(\d{2})-(\d{2})(\d{2})$/.exec(text ?? '');
  if (!match) return undefined;
  const [low, high] = [parseTime(match[1], match[2]), parseTime(match[3], match[4])];
  return low <= high ? [low, high] : undefined;
}
