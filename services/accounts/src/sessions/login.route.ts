import { loginContract } from '@fareline/contracts/services';
import { AppError, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { hashPassword, isPassword } from '../users/passwords.ts';
import { findByLogin, toUser } from '../users/user.repository.ts';
import { checkLoginLimit, forgetLoginFailures, loginLimitsOf, recordLoginFailure } from './login-limit.ts';

export async function loginRoute(app: FastifyInstance, { db, config, sessions }: Context): Promise<void> {
  /** Checked where no user has the name, so that both failures take as long. (SECURITY-05) */
  const nobodysHash = await hashPassword('nobody has this password');
  const limits = loginLimitsOf(config);

  registerRoute(app, loginContract, async ({ body, request, reply }) => {
    await checkLoginLimit(db, body.username, request.ip, limits);
    const user = await findByLogin(db, body.username);
    const isRight = await isPassword(user?.password_hash ?? nobodysHash, body.password);
    if (!user || !isRight) {
      await recordLoginFailure(db, body.username, request.ip);
      throw new AppError('INVALID_CREDENTIALS');
    }
    await forgetLoginFailures(db, body.username);
    await sessions.signIn(request, reply, user.id);
    return { success: true as const, message: 'Login successful', user: toUser(user) };
  });
}
