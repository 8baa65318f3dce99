import { AppError } from '@fareline/service-kit/app-error';
import { insertOutboxRow } from '@fareline/service-kit/outbox';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Database } from '../db/schema.ts';
import { deleteFactorsOfUser } from '../factors/factor.repository.ts';
import { deleteAccount } from '../own-data/delete-account.ts';
import { endSessionsOfUser } from '../sessions/session.repository.ts';
import { isStaff, lockUser, removeRoles, type UserRow } from '../users/user.repository.ts';
import { lockRoles } from './staff.repository.ts';

/** Who acts, for the audit trail: an operator by a command, or an administrator by a request. */
type By = Pick<Parameters<typeof insertAuditEntry>[1], 'actor' | 'request'>;

/** A member of staff, whose row is locked until the transaction ends. Throws NOT_FOUND or ACTION_NOT_POSSIBLE. */
export async function getStaff(trx: Database, userId: string): Promise<UserRow> {
  const user = await lockUser(trx, userId);
  if (!user) throw new AppError('NOT_FOUND');
  if (!isStaff(user))
    throw new AppError('ACTION_NOT_POSSIBLE', { message: `${user.username} is not a member of staff.` });
  return user;
}

async function assertOthersAdminister(trx: Database, { id, username }: UserRow): Promise<void> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  if (!other)
    throw new AppError('ACTION_NOT_POSSIBLE', {
      message: `${username} is the last administrator: make another one first.`,
    });
}

async function takeAway(trx: Database, userId: string, by: By): Promise<UserRow> {
  await lockRoles(trx);
  const user = await getStaff(trx, userId);
  if (user.is_admin) await assertOthersAdminister(trx, user);
  await removeRoles(trx, user.id);
  await endSessionsOfUser(trx, user.id);
  await deleteFactorsOfUser(trx, user.id);
  await insertOutboxRow(trx, { kind: 'give-cases-back', subject: user.id });
  const details = { role: user.is_admin ? 'administrator' : 'support' };
  await insertAuditEntry(trx, { ...by, action: 'role_taken_away', subject: user.username, details });
  return user;
}

/**
 * Makes a member of staff a traveller: ends their sessions, removes second factors, recovery codes and set-up links, and gives their
 * cases back. Throws NOT_FOUND, or ACTION_NOT_POSSIBLE for the last administrator. (GUARD-07)
 */
export const takeRoleAway = (db: Database, userId: string, by: By): Promise<UserRow> =>
  db.transaction().execute((trx) => takeAway(trx, userId, by));

/**
 * Takes the role away and erases the account, as its owner could who has none; returns also what is sealed with keys that no row uses any
 * more. Throws as `takeRoleAway` does. (GUARD-07, POLICY-09)
 */
export const closeAccount = (
  db: Database,
  userId: string,
  by: By,
): Promise<{ user: UserRow; sealed: string[] }> =>
  db.transaction().execute(async (trx) => {
    const user = await takeAway(trx, userId, by);
    await insertAuditEntry(trx, { ...by, action: 'account_closed', subject: user.username });
    return { user, sealed: await deleteAccount(trx, user) };
  });
