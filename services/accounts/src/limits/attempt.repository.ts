import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Limit of attempts of one kind by one subject within a time window, which starts at the first attempt. */
export interface AttemptLimit {
  kind: string;
  /** The account or IP address that attempts are counted for. Stored as a hash. */
  subject: string;
  max: number;
  windowSeconds: number;
}

/** The key of the counter of a subject. */
export const attemptKey = ({ kind, subject }: Pick<AttemptLimit, 'kind' | 'subject'>) =>
  createHash('sha256').update(`${kind}\0${subject}`).digest('base64url');

/**
 * Counts an attempt and checks its limit in one statement, so that concurrent attempts at several replicas cannot exceed it.
 * Returns undefined within the limit; beyond it, the attempt is not counted and the remaining seconds of the window are
 * returned. (LIMIT-01)
 */
export async function countAttempt(db: Database, limit: AttemptLimit): Promise<number | undefined> {
  const key = attemptKey(limit);
  const counted = await db
    .insertInto('attempts')
    .values({
      key,
      count: 1,
      window_ends_at: sql`now() + make_interval(secs => ${limit.windowSeconds})`,
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when attempts.window_ends_at <= now() then 1 else attempts.count + 1 end`,
          window_ends_at: sql`case when attempts.window_ends_at <= now() then excluded.window_ends_at else attempts.window_ends_at end`,
        })
        .where(({ or, eb }) =>
          or([eb('attempts.window_ends_at', '<=', sql<Date>`now()`), eb('attempts.count', '<', limit.max)]),
        ),
    )
    .returning('count')
    .executeTakeFirst();
  if (counted) return undefined;

  const row = await db
    .selectFrom('attempts')
    .select(sql<number>`ceil(extract(epoch from window_ends_at - now()))::int`.as('seconds'))
    .where('key', '=', key)
    .executeTakeFirst();
  return Math.max(1, row?.seconds ?? 1);
}

/** Subtracts one attempt that must not count. */
export const decrementAttempts = (db: Database, limit: AttemptLimit) =>
  db
    .updateTable('attempts')
    .set({ count: sql`count - 1` })
    .where('key', '=', attemptKey(limit))
    .where('count', '>', 0)
    .execute();

/** Resets the counters of the given kinds and subjects. */
export const clearAttempts = (db: Database, subjects: Pick<AttemptLimit, 'kind' | 'subject'>[]) =>
  db.deleteFrom('attempts').where('key', 'in', subjects.map(attemptKey)).execute();

/** Deletes counters whose window has ended. */
export const purgeAttempts = (db: Database) =>
  db
    .deleteFrom('attempts')
    .where('window_ends_at', '<', sql<Date>`now()`)
    .execute();
