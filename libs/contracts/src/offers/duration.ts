/** Minutes of an ISO 8601 duration of days, hours and minutes; undefined for anything else. */
export function durationMinutes(iso: string | null | undefined): number | undefined {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+(?:\.\d+)?S)?)?$/.exec(iso ?? '');
  if (!match || !/\d/.test(match[0])) return undefined;
  const [, days = '0', hours = '0', minutes = '0'] = match;
  return Number(days) * 1440 + Number(hours) * 60 + Number(minutes);
}

/** 150 → "2h 30m", 120 → "2h", 45 → "45m". */
export function formatMinutes(total: number): string {
  const hours = Math.floor(total / 60);
  const minutes = total % 60;
  if (hours === 0) return `${minutes}m`;
  return minutes === 0 ? `${hours}h` : `${hours}h ${minutes}m`;
}
