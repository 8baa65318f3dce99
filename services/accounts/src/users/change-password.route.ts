import { changePasswordContract } from '@fareline/contracts/services';
import { AppError, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { endSessionsOfUser } from '../sessions/session.repository.ts';
import { checkLoginLimit, loginLimitsOf, recordLoginFailure } from '../sessions/login-limit.ts';
import { hashPassword, isCommonPassword, isPassword } from './passwords.ts';
import { setPasswordHash } from './user.repository.ts';

export async function changePasswordRoute(
  app: FastifyInstance,
  { db, config, sessions }: Context,
): Promise<void> {
  const limits = loginLimitsOf(config);

  registerRoute(app, changePasswordContract, async ({ body, request, reply }) => {
    const user = await sessions.requireUser(request);
    await checkLoginLimit(db, user.username, request.ip, limits);
    if (!(await isPassword(user.password_hash, body.currentPassword))) {
      await recordLoginFailure(db, user.username, request.ip);
      throw new AppError('CURRENT_PASSWORD_WRONG');
    }
    if (isCommonPassword(body.newPassword)) throw new AppError('PASSWORD_TOO_COMMON');
    const passwordHash = await hashPassword(body.newPassword);
    await db.transaction().execute(async (trx) => {
      await setPasswordHash(trx, user.id, passwordHash);
      await endSessionsOfUser(trx, user.id);
    });
    await sessions.signIn(request, reply, user.id);
    return { success: true as const, message: 'Your password has been updated' };
  });
}
