/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
function zoneOffsetMs(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
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
 * The instant, in milliseconds, at which clocks in an IANA zone show a local time (`yyyy-MM-ddTHH:mm:ss`). Throws a
 * RangeError for a zone that does not exist. For comparing and exporting only: what is shown is the local time itself. (D10)
 */
export function localTimeToInstant(local: string, timeZone: string): number {
  const shown = Date.parse(`${local.slice(0, 19)}Z`);
  const guess = shown - zoneOffsetMs(shown, timeZone);
  return shown - zoneOffsetMs(guess, timeZone);
}
