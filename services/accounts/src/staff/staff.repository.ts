import type { FactorKind, StaffMember } from '@fareline/contracts';
import { sql } from 'kysely';
import type { SessionLimits } from '../config.ts';
import type { Database } from '../db/schema.ts';
import { isAlive } from '../sessions/session.repository.ts';

/** Held until the transaction ends by who gives or takes roles, so that two at the same time do not count the same administrators. */
export const lockRoles = (trx: Database) =>
  sql`select pg_advisory_xact_lock(hashtext('fareline-administrator'))`.execute(trx);

/** All accounts with a role, administrators first. (GUARD-07) */
export async function listStaff(db: Database, limits: SessionLimits): Promise<StaffMember[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('sessions', (join) => join.onRef('sessions.user_id', '=', 'users.id').on(isAlive(limits)))
    .select(({ fn }) => [
      ...(['users.id', 'users.username', 'users.email', 'users.is_admin'] as const),
      fn.count<number>('sessions.id').as('sessions'),
      fn.max('sessions.last_used_at').as('last_used_at'),
      sql<FactorKind[]>`array(
        select distinct kind from factors where factors.user_id = users.id order by kind)`.as('factors'),
    ])
    .where(({ or, eb }) => or([eb('is_admin', '=', true), eb('is_support', '=', true)]))
    .groupBy('users.id')
    .orderBy('is_admin', 'desc')
    .orderBy(sql`lower(username)`)
    .execute();
  return rows.map(({ id, username, email, is_admin, factors, sessions, last_used_at }) => ({
    ...{ id, username, email, factors },
    role: is_admin ? 'administrator' : 'support',
    sessions: Number(sessions),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }));
}
