import { localTimeToInstant } from '@fareline/contracts';

/** The farthest that any clock is behind UTC: where the zone is not known, nothing counts as over too early. */
const maxUtcLagMs = 12 * 3600_000;

/** The instant at which clocks in the zone show this local time (`yyyy-MM-ddTHH:mm:ss`). (D43) */
export function toInstant(local: string, zone: string | null): Date {
  const latestPossibleInstant = () => new Date(Date.parse(`${local}Z`) + maxUtcLagMs);
  if (!zone) return latestPossibleInstant();
  try {
    return new Date(localTimeToInstant(local, zone));
  } catch {
    return latestPossibleInstant();
  }
}
