import { sessionLifetimeSeconds } from '@fareline/service-kit';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { UserRow } from '../users/user.repository.ts';

/** Inserts a session and returns its id. Call it in a transaction that has locked the user's row, see `lockUser`. */
export async function insertSession(db: Database, userId: string): Promise<string> {
  const { id } = await db
    .insertInto('sessions')
    .values({ user_id: userId, expires_at: new Date(Date.now() + sessionLifetimeSeconds * 1000) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The user of a session that has neither ended nor expired. */
export const findActiveSessionUser = (
  db: Database,
  sessionId: string,
  userId: string,
): Promise<UserRow | undefined> =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .where('sessions.id', '=', sessionId)
    .where('sessions.user_id', '=', userId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', new Date())
    .executeTakeFirst();

/** Ends a session. Returns false if it does not exist or has already ended. */
export async function endSession(db: Database, sessionId: string): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

export const endSessionsOfUser = (db: Database, userId: string) =>
  db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();

/** Deletes sessions that have ended or expired. (ACCOUNT-03) */
export const purgeSessions = (db: Database) =>
  db
    .deleteFrom('sessions')
    .where(({ or, eb }) => or([eb('expires_at', '<', sql<Date>`now()`), eb('ended_at', 'is not', null)]))
    .execute();
