import { sql } from 'kysely';

/** Milliseconds until a row may be worked on, by the database's clock: its next try, or the end of another's lease. */
export const msUntilDue = sql<number>`
  (extract(epoch from (greatest(next_attempt_at, lease_until) - now())) * 1000)::float8`;

/** Shortest wait, so that a row that is released this very moment is not asked for in a tight loop. */
const minDelayMs = 50;

/** The wait of a row as a job's answer; nothing where the row has nothing left to do. */
export const rerunWhenDue = (row: { ms: number } | undefined): { rescheduleInMs: number } | undefined =>
  row && { rescheduleInMs: Math.max(minDelayMs, Math.ceil(row.ms)) };
