import { sql } from 'kysely';

/** Milliseconds until a row is due by the database's clock: its next attempt or the end of its lease, whichever is later. */
export const msUntilDue = sql<number>`
  (extract(epoch from (greatest(next_attempt_at, lease_until) - now())) * 1000)::float8`;

/** Minimum delay, so that a row that is about to become due is not polled in a tight loop. */
const minDelayMs = 50;

/** The result with which a job asks to be rescheduled when its row is due; undefined when no work is left. */
export const rerunWhenDue = (row: { ms: number } | undefined): { rescheduleInMs: number } | undefined =>
  row && { rescheduleInMs: Math.max(minDelayMs, Math.ceil(row.ms)) };
