import { AppError, requireUser } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import {
  acceptPasswordAttempt,
  countPasswordAttempt,
  createPasswordAttempt,
} from '../limits/password-attempts.ts';
import { verifyPassword } from '../users/password.ts';
import { findById, lockUser } from '../users/user.repository.ts';
import { isRecentlyAuthenticated, setAuthenticated } from './session.repository.ts';

/** Throws PASSWORD_REQUIRED unless the password was entered in this session within the last 10 minutes. (ACCOUNT-06) */
export async function requireRecentPassword(db: Database, { session }: FastifyRequest): Promise<void> {
  if (!session || !(await isRecentlyAuthenticated(db, session.jti))) throw new AppError('PASSWORD_REQUIRED');
}

/**
 * Verifies the password of the signed-in user and records that it was entered. Wrong ones count together with those of a
 * change of the password, and not with sign-ins, so that a stranger cannot use up the attempts. (ACCOUNT-06)
 */
export async function confirmPassword(
  { db, config }: Deps,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const { session } = request;
  const { id } = requireUser(request);
  const attempt = createPasswordAttempt(config, {
    kind: 'password-change',
    account: id,
    ipAddress: request.ip,
  });
  await countPasswordAttempt(db, attempt);
  const user = await findById(db, id);
  if (!user || !(await verifyPassword(user.password_hash, password))) {
    const message = 'This password is not correct.';
    throw new AppError('CURRENT_PASSWORD_WRONG', { message, fields: [{ path: 'password', message }] });
  }
  await acceptPasswordAttempt(db, attempt);
  await db.transaction().execute(async (trx) => {
    const locked = await lockUser(trx, id);
    // A concurrent change or reset has replaced the password that was verified above.
    const isReplaced = locked?.password_hash !== user.password_hash;
    if (isReplaced || !session || !(await setAuthenticated(trx, session.jti)))
      throw new AppError('NOT_AUTHENTICATED');
    await insertAuditEntry(trx, {
      action: 'password_confirmed',
      actor: user,
      subject: user.username,
      request,
    });
  });
}
