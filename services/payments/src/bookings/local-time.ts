/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
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

/** The farthest that any clock is behind UTC: where the zone is not known, nothing counts as over too early. */
const slowestClockMs = 12 * 3600_000;

/** The instant at which clocks in the zone show this local time (`yyyy-MM-ddTHH:mm:ss`). (D43) */
export function instantOf(local: string, zone: string | null): Date {
  const shown = Date.parse(`${local}Z`);
  if (!zone) return new Date(shown + slowestClockMs);
  try {
    const guess = shown - offsetAt(shown, zone);
    return new Date(shown - offsetAt(guess, zone));
  } catch {
    return new Date(shown + slowestClockMs);
  }
}
