import { AppError } from '@fareline/service-kit/app-error';
import type { FastifyRequest } from 'fastify';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import { lockUser } from '../users/user.repository.ts';
import { setAuthenticated } from './session.repository.ts';
import { requireCurrentPassword } from './verify-current-password.ts';

/**
 * Verifies the password of the signed-in user and records that it was entered. Wrong ones count together with those of a
 * change of the password. (ACCOUNT-06)
 */
export async function confirmPassword(deps: Deps, request: FastifyRequest, password: string): Promise<void> {
  const { session } = request;
  const user = await requireCurrentPassword(deps, request, password);
  await deps.db.transaction().execute(async (trx) => {
    const locked = await lockUser(trx, user.id);
    // A concurrent change or reset has replaced the password that was verified above.
    const isReplaced = locked?.password_hash !== user.password_hash;
    if (isReplaced || !session || !(await setAuthenticated(trx, session.jti)))
      throw new AppError('NOT_AUTHENTICATED');
    await insertAuditEntry(trx, { action: 'password_confirmed', actor: user, request });
  });
}
