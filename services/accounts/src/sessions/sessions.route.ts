import { loginContract } from '@fareline/contracts/services';
import { AppError, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import {
  acceptPasswordAttempt,
  countPasswordAttempt,
  createPasswordAttempt,
} from '../limits/password-attempts.ts';
import { hashPassword, verifyPassword } from '../users/password.ts';
import { findByLogin, toUser } from '../users/user.repository.ts';

export async function loginRoute(app: FastifyInstance, { db, config, sessions }: Deps): Promise<void> {
  /** Verified when no user has the name, so that the response time does not reveal whether one has. (SECURITY-05) */
  const dummyHash = await hashPassword('no user has this password');

  registerRoute(app, loginContract, async ({ body, request, reply }) => {
    const user = await findByLogin(db, body.username);
    const attempt = createPasswordAttempt(config, {
      kind: 'sign-in',
      account: user?.id ?? `name ${body.username.toLowerCase()}`,
      ipAddress: request.ip,
    });
    await countPasswordAttempt(db, attempt);
    const isCorrect = await verifyPassword(user?.password_hash ?? dummyHash, body.password);
    if (!user || !isCorrect || !(await sessions.signIn(request, reply, user)))
      throw new AppError('INVALID_CREDENTIALS');
    await acceptPasswordAttempt(db, attempt);
    return { success: true as const, message: 'Login successful', user: toUser(user) };
  });
}
