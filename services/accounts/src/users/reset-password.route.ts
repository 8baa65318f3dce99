import { resetPasswordContract } from '@fareline/contracts/services';
import { AppError, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { endSessionsOfUser } from '../sessions/session.repository.ts';
import { hashPassword, isCommonPassword } from './passwords.ts';
import { useResetToken } from './reset-tokens.ts';
import { setPasswordHash } from './user.repository.ts';

export async function resetPasswordRoute(app: FastifyInstance, { db }: Context): Promise<void> {
  registerRoute(app, resetPasswordContract, async ({ body }) => {
    if (isCommonPassword(body.newPassword)) throw new AppError('PASSWORD_TOO_COMMON');
    const passwordHash = await hashPassword(body.newPassword);
    await db.transaction().execute(async (trx) => {
      const userId = await useResetToken(trx, body.token);
      if (!userId) throw new AppError('LINK_INVALID');
      await setPasswordHash(trx, userId, passwordHash);
      await endSessionsOfUser(trx, userId);
    });
    return { success: true as const, message: 'Your password has been updated' };
  });
}
