import { sessionLifetimeSeconds } from '@fareline/service-kit/sessions/session-cookie';
import { fromNow } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import type { AccountsConfig } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { UserRow } from '../users/user.repository.ts';

/**
 * Inserts a session and returns its id. `authenticatedAt` is when its user entered the password. Call it in a transaction
 * that has locked the user's row, see `lockUser`.
 */
export async function insertSession(
  db: Database,
  userId: string,
  authenticatedAt: Date | null,
): Promise<string> {
  const { id } = await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      expires_at: new Date(Date.now() + sessionLifetimeSeconds * 1000),
      authenticated_at: authenticatedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Whether a session joined with its user is neither too old nor unused for too long. The user's current role decides, so
 * that a promotion shortens the sessions that exist.
 */
const isWithinLimits = (config: AccountsConfig) => sql<boolean>`(
  sessions.created_at > now() - case when users.is_admin or users.is_support
    then make_interval(hours => ${config.ADMIN_SESSION_MAX_HOURS})
    else make_interval(days => ${config.SESSION_MAX_DAYS}) end
  and sessions.last_used_at > now() - case when users.is_admin or users.is_support
    then make_interval(mins => ${config.ADMIN_SESSION_IDLE_MINUTES})
    else make_interval(days => ${config.SESSION_IDLE_DAYS}) end
)`;

/** How long after the password was entered it is not asked for again. (ACCOUNT-06) */
const authenticationMs = 10 * 60_000;

/** The user of a session that has neither ended nor expired, and marks the session as used. */
export async function findActiveSession(
  db: Database,
  config: AccountsConfig,
  sessionId: string,
  userId: string,
): Promise<{ user: UserRow; isPasswordRecent: boolean } | undefined> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(sql<boolean>`sessions.last_used_at < now() - interval '1 minute'`.as('isUseUnrecorded'))
    .select(
      sql<boolean>`coalesce(sessions.authenticated_at > ${fromNow(-authenticationMs)}, false)`.as(
        'isPasswordRecent',
      ),
    )
    .where('sessions.id', '=', sessionId)
    .where('sessions.user_id', '=', userId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', new Date())
    .where(isWithinLimits(config))
    .executeTakeFirst();
  if (found?.isUseUnrecorded)
    await db
      .updateTable('sessions')
      .set({ last_used_at: sql`now()` })
      .where('id', '=', sessionId)
      .execute();
  return found && { user: found, isPasswordRecent: found.isPasswordRecent };
}

/**
 * Ends a session and returns the id of a new one in its place, which ends no later and needs
 * the password as soon; undefined if it has already ended. (ACCOUNT-06)
 */
export async function replaceSession(trx: Database, sessionId: string): Promise<string | undefined> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning(['user_id', 'created_at', 'expires_at', 'authenticated_at'])
    .executeTakeFirst();
  if (!ended) return undefined;
  const { id } = await trx.insertInto('sessions').values(ended).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes a session that has not ended. Returns whether there was one. */
async function updateActive(
  db: Database,
  sessionId: string,
  change: { authenticated_at: Date } | { ended_at: Date },
): Promise<boolean> {
  const updated = await db
    .updateTable('sessions')
    .set(change)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Records that the user of an active session has just entered the password. Returns false if the session has ended. */
export const setAuthenticated = (db: Database, sessionId: string) =>
  updateActive(db, sessionId, { authenticated_at: new Date() });

/** Ends a session. Returns false if it does not exist or has already ended. */
export const endSession = (db: Database, sessionId: string) =>
  updateActive(db, sessionId, { ended_at: new Date() });

export const endSessionsOfUser = (db: Database, userId: string) =>
  db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();

/** Deletes sessions that have ended or expired. (ACCOUNT-03) */
export const purgeSessions = (db: Database, config: AccountsConfig) =>
  db
    .deleteFrom('sessions')
    .using('users')
    .whereRef('users.id', '=', 'sessions.user_id')
    .where(({ or, eb, not }) =>
      or([
        eb('sessions.expires_at', '<', sql<Date>`now()`),
        eb('sessions.ended_at', 'is not', null),
        not(isWithinLimits(config)),
      ]),
    )
    .execute();
