import { createHash } from 'node:crypto';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import type { Reached, WindowStore } from './per-window.ts';

/** Counters of attempts: a table of each service that limits attempts. `key` is a hash of the kind and subject of the attempts. */
export interface AttemptsTable {
  key: string;
  count: number;
  window_ends_at: Date;
  /** When the next attempt beyond the limit is let through; null when none is before the window ends. */
  retry_at: Date | null;
}

/** Limit of attempts of one kind by one subject within a time window, which starts at the first attempt. */
export interface AttemptLimit {
  kind: string;
  /** The account, email address or network that attempts are counted for. Stored as a hash. */
  subject: string;
  max: number;
  windowSeconds: number;
  /** Slows down instead of refusing: beyond `max`, one attempt is let through after each delay, which doubles up to `maxSeconds`. */
  delay?: { firstSeconds: number; maxSeconds: number };
}

export const attemptKey = ({ kind, subject }: Pick<AttemptLimit, 'kind' | 'subject'>): string =>
  createHash('sha256').update(`${kind}\0${subject}`).digest('base64url');

const fromNow = (seconds: number | RawBuilder<number>) => sql`now() + make_interval(secs => ${seconds})`;

/** When the attempt after the `count`th is let through. */
const toRetryAt = ({ max, delay }: AttemptLimit, count: RawBuilder<number>) =>
  delay
    ? sql`case when ${count} >= ${max}::int then ${fromNow(
        sql<number>`least(${delay.maxSeconds}::float8, ${delay.firstSeconds} * power(2, least(${count} - ${max}::int, 20)))`,
      )} end`
    : sql`null::timestamptz`;

/** The first of the limits that lets no attempt through now. Only reads. */
async function findReachedLimit(
  db: QueryExecutorProvider,
  limits: readonly AttemptLimit[],
): Promise<Reached<AttemptLimit> | undefined> {
  const { rows } = await sql<{ key: string; count: number; is_due: boolean | null; seconds: number }>`
    select key, count, retry_at <= now() as is_due,
      ceil(extract(epoch from least(retry_at, window_ends_at) - now()))::int as seconds
    from attempts where key = any(${limits.map(attemptKey)}::text[]) and window_ends_at > now()`.execute(db);
  for (const limit of limits) {
    const row = rows.find(({ key }) => key === attemptKey(limit));
    if (row && row.count >= limit.max && !row.is_due)
      return { limit, waitMs: 1000 * Math.max(1, row.seconds) };
  }
  return undefined;
}

/**
 * Counts an attempt and checks its limit in one statement, so that concurrent attempts at several replicas cannot exceed it.
 * Returns undefined within the limit; beyond it, the attempt is not counted. (LIMIT-01)
 */
async function countAttempt(
  db: QueryExecutorProvider,
  limit: AttemptLimit,
): Promise<Reached<AttemptLimit> | undefined> {
  const key = attemptKey(limit);
  const isEnded = sql<boolean>`attempts.window_ends_at <= now()`;
  const count = sql<number>`(case when ${isEnded} then 1 else attempts.count + 1 end)`;
  const counted = await sql`
    insert into attempts (key, count, window_ends_at, retry_at)
    values (${key}, 1, ${fromNow(limit.windowSeconds)}, ${toRetryAt(limit, sql<number>`1`)})
    on conflict (key) do update set
      count = ${count},
      window_ends_at = case when ${isEnded} then excluded.window_ends_at else attempts.window_ends_at end,
      retry_at = ${toRetryAt(limit, count)}
    where ${isEnded} or attempts.count < ${limit.max} or attempts.retry_at <= now()
    returning count`.execute(db);
  if (counted.rows.length > 0) return undefined;
  return (await findReachedLimit(db, [limit])) ?? { limit, waitMs: 1000 };
}

/**
 * The window in the table `attempts`, which starts at the first attempt. An attempt that a limit refuses counts for none, and writes
 * nothing once the limit is reached: a client that is refused must cost little, whatever subjects it invents. Networks come first in
 * `limits`, so that concurrent attempts beyond theirs leave no row of an invented subject either. Not in a transaction, in which many
 * requests of one client would wait for each other's connections. (LIMIT-01, LIMIT-02)
 */
export const tableWindow = (db: QueryExecutorProvider) =>
  ({
    async count(limits) {
      const reachedBefore = await findReachedLimit(db, limits);
      if (reachedBefore) return reachedBefore;
      for (const [index, limit] of limits.entries()) {
        const reached = await countAttempt(db, limit);
        if (!reached) continue;
        for (const counted of limits.slice(0, index)) await decrementAttempts(db, counted);
        return reached;
      }
      return undefined;
    },
  }) satisfies WindowStore<AttemptLimit>;

/** Subtracts one attempt that must not count. */
export const decrementAttempts = (db: QueryExecutorProvider, limit: AttemptLimit) =>
  sql`update attempts set count = count - 1 where key = ${attemptKey(limit)} and count > 0`.execute(db);

export const clearAttempts = (db: QueryExecutorProvider, limit: Pick<AttemptLimit, 'kind' | 'subject'>) =>
  sql`delete from attempts where key = ${attemptKey(limit)}`.execute(db);
