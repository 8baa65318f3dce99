import { findInstant } from '@fareline/contracts';

/** The largest offset behind UTC, used for unknown zones so that no trip is completed too early. */
const maxUtcLagMs = 12 * 3600_000;

/** Converts a local time (`yyyy-MM-ddTHH:mm:ss`) in an IANA time zone to an instant. (PROVIDER-41) */
export const toInstant = (local: string, zone: string | null): Date =>
  new Date(findInstant(local, zone) ?? Date.parse(`${local}Z`) + maxUtcLagMs);
