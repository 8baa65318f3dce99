import type { SessionAudience, SessionFactor } from '@fareline/contracts';
import { sessionLifetimeSeconds } from '@fareline/service-kit/sessions/session-cookie';
import type { SessionClaims } from '@fareline/service-kit/sessions/session-plugin';
import { fromNow } from '@fareline/service-kit/db/leases';
import { sql } from 'kysely';
import type { AccountsConfig, SessionLimits } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { isFactorRequired } from '../users/staff-origins.ts';
import type { UserRow } from '../users/user.repository.ts';

/** Of a new session: when its user entered the password and showed a second factor, and where from. */
interface NewSession {
  authenticatedAt: Date | null;
  factorAt?: Date | null;
  device?: string | null;
  network?: string | null;
}

/** Inserts a session and returns its id. Call it in a transaction that has locked the user's row, see `lockUser`. */
export async function insertSession(
  db: Database,
  userId: string,
  { authenticatedAt, factorAt = null, device = null, network = null }: NewSession,
): Promise<string> {
  const { id } = await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      expires_at: new Date(Date.now() + sessionLifetimeSeconds * 1000),
      authenticated_at: authenticatedAt,
      factor_at: factorAt,
      ...{ device, network },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Whether a session joined with its user has not ended and is neither too old nor unused for too long. The user's current role decides, so
 * that a promotion shortens the sessions that exist.
 */
export const isAlive = (limits: SessionLimits) => sql<boolean>`(
  sessions.ended_at is null
  and sessions.expires_at > now()
  and sessions.created_at > now() - case when users.is_admin or users.is_support
    then make_interval(hours => ${limits.ADMIN_SESSION_MAX_HOURS})
    else make_interval(days => ${limits.SESSION_MAX_DAYS}) end
  and sessions.last_used_at > now() - case when users.is_admin or users.is_support
    then make_interval(mins => ${limits.ADMIN_SESSION_IDLE_MINUTES})
    else make_interval(days => ${limits.SESSION_IDLE_DAYS}) end
)`;

/** How long after the password was entered, or the second factor shown, it is not asked for again. (ACCOUNT-06) */
const authenticationMs = 10 * 60_000;

const hasFactor = sql<boolean>`exists (select from factors where factors.user_id = users.id)`;

/**
 * Staff with a second factor, and all staff of a site that requires one, owe it until they show it. On the hosts of travellers none is
 * asked for where the administration has its own: there nobody has the rights of staff. (GUARD-03, GUARD-04)
 */
const sessionFactor = (config: AccountsConfig, audience: SessionAudience) => sql<SessionFactor>`case
  when not (users.is_admin or users.is_support) then 'none'
  when ${config.ADMIN_ORIGIN !== undefined && audience === 'fareline'}::boolean then 'none'
  when not (${isFactorRequired(config)}::boolean or ${hasFactor}) then 'none'
  when sessions.factor_at is null then 'owed'
  else 'shown' end`;

/** How long a session waits for the second factor after the password was entered. (GUARD-03) */
const owedMs = 5 * 60_000;

/** The user of a session that has neither ended nor expired, and marks the session as used. */
export async function findActiveSession(
  db: Database,
  config: AccountsConfig,
  { jti: sessionId, sub: userId, aud }: SessionClaims,
): Promise<{ user: UserRow; isRecent: boolean; factor: SessionFactor } | undefined> {
  const factor = sessionFactor(config, aud);
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(sql<boolean>`sessions.last_used_at < now() - interval '1 minute'`.as('isUseUnrecorded'))
    .select(factor.as('factor'))
    .select(
      sql<boolean>`coalesce(
        case ${factor} when 'shown' then sessions.factor_at else sessions.authenticated_at end > ${fromNow(-authenticationMs)},
        false)`.as('isRecent'),
    )
    .where('sessions.id', '=', sessionId)
    .where('sessions.user_id', '=', userId)
    .where(isAlive(config))
    .where(sql<boolean>`(${factor} <> 'owed' or sessions.created_at > ${fromNow(-owedMs)})`)
    .executeTakeFirst();
  if (found?.isUseUnrecorded)
    await db
      .updateTable('sessions')
      .set({ last_used_at: sql`now()` })
      .where('id', '=', sessionId)
      .execute();
  return found && { user: found, isRecent: found.isRecent, factor: found.factor };
}

/**
 * Ends a session and returns the id of a new one in its place, which ends no later and needs password and second factor as soon, unless
 * the factor was shown now; undefined if it has already ended. (ACCOUNT-06)
 */
export async function replaceSession(
  trx: Database,
  sessionId: string,
  shown: { factor_at?: Date } = {},
): Promise<string | undefined> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning(['user_id', 'created_at', 'expires_at', 'authenticated_at', 'factor_at', 'device', 'network'])
    .executeTakeFirst();
  if (!ended) return undefined;
  const { id } = await trx
    .insertInto('sessions')
    .values({ ...ended, ...shown })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** When the second factor was last shown in a session; null if it never was. */
export const findFactorTime = async (db: Database, session: { jti: string } | null): Promise<Date | null> => {
  const query = db.selectFrom('sessions').select('factor_at');
  return (await query.where('id', '=', session?.jti ?? null).executeTakeFirst())?.factor_at ?? null;
};

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

/** Whether a session has not ended. */
export const isActive = async (db: Database, sessionId: string): Promise<boolean> => {
  const query = db.selectFrom('sessions').select('id').where('id', '=', sessionId);
  return (await query.where('ended_at', 'is', null).executeTakeFirst()) !== undefined;
};

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

/**
 * The sessions in which a user is signed in, as a request in them would be checked, newest use first; none whose second factor is owed,
 * which opens nothing. A row does not say on which host its token works: it is read as one of a traveller. (GUARD-07)
 */
export const listActiveSessions = (db: Database, config: AccountsConfig, userId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.device',
      'sessions.network',
      'sessions.created_at',
      'sessions.last_used_at',
    ])
    .where('sessions.user_id', '=', userId)
    .where(isAlive(config))
    .where(sql<boolean>`${sessionFactor(config, 'fareline')} <> 'owed'`)
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.id')
    .execute();

/** Ends one session of a user, or all but one, also those that owe the second factor, and returns how many were alive. (GUARD-07) */
export async function endSessions(
  trx: Database,
  limits: SessionLimits,
  userId: string,
  which: { id: string } | { except: string },
): Promise<number> {
  const ended = await trx
    .updateTable('sessions')
    .from('users')
    .set({ ended_at: new Date() })
    .whereRef('users.id', '=', 'sessions.user_id')
    .where('sessions.user_id', '=', userId)
    .where((eb) => ('id' in which ? eb('sessions.id', '=', which.id) : eb('sessions.id', '!=', which.except)))
    .where(isAlive(limits))
    .returning('sessions.id')
    .execute();
  return ended.length;
}

/** Deletes sessions that have ended or expired. (ACCOUNT-03) */
export const purgeSessions = (db: Database, config: SessionLimits) =>
  db
    .deleteFrom('sessions')
    .using('users')
    .whereRef('users.id', '=', 'sessions.user_id')
    .where(({ not }) => not(isAlive(config)))
    .execute();
