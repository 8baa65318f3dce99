import { sessionLifetimeSeconds } from '@fareline/service-kit';
import type { Db } from '../db/tables.ts';
import type { UserRow } from '../users/user.repository.ts';

export async function insertSession(db: Db, userId: string): Promise<string> {
  const { id } = await db
    .insertInto('sessions')
    .values({ user_id: userId, expires_at: new Date(Date.now() + sessionLifetimeSeconds * 1000) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The user of a session that has neither ended nor run out. */
export const findLiveSessionUser = (
  db: Db,
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

export const endSession = (db: Db, sessionId: string) =>
  db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();

export const endSessionsOfUser = (db: Db, userId: string) =>
  db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
