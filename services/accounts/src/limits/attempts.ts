import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';

/** At most `max` attempts of one kind by one subject within a window, which begins with the first of them. */
export interface AttemptLimit {
  kind: string;
  /** Whom it counts for: an account, an IP address. Stored as a hash. */
  subject: string;
  max: number;
  windowSeconds: number;
}

const attemptKey = ({ kind, subject }: Pick<AttemptLimit, 'kind' | 'subject'>) =>
  createHash('sha256').update(`${kind}\0${subject}`).digest('base64url');

/**
 * Counts an attempt and checks its limit in one statement, so that many at once and on several replicas never pass it
 * together. An attempt beyond the limit is not counted: the answer is then how many seconds are left of the window. (LIMIT-01)
 */
export async function countAttempt(db: Db, limit: AttemptLimit): Promise<number | undefined> {
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

/** Takes back one attempt that turned out to be in order. */
export const decrementAttempts = (db: Db, limit: AttemptLimit) =>
  db
    .updateTable('attempts')
    .set({ count: sql`count - 1` })
    .where('key', '=', attemptKey(limit))
    .where('count', '>', 0)
    .execute();

/** Begins to count anew. */
export const clearAttempts = (db: Db, subjects: Pick<AttemptLimit, 'kind' | 'subject'>[]) =>
  db.deleteFrom('attempts').where('key', 'in', subjects.map(attemptKey)).execute();

export const purgeAttempts = (db: Db) =>
  db
    .deleteFrom('attempts')
    .where('window_ends_at', '<', sql<Date>`now()`)
    .execute();
