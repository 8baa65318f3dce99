import { localTimeToInstant } from '@fareline/contracts';

/** The farthest that any clock is behind UTC: where the zone is not known, nothing counts as over too early. */
const slowestClockMs = 12 * 3600_000;

/** The instant at which clocks in the zone show this local time (`yyyy-MM-ddTHH:mm:ss`). (D43) */
export function instantOf(local: string, zone: string | null): Date {
  const unknownZone = () => new Date(Date.parse(`${local}Z`) + slowestClockMs);
  if (!zone) return unknownZone();
  try {
    return new Date(localTimeToInstant(local, zone));
  } catch {
    return unknownZone();
  }
}
