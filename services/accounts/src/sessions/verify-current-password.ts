import { requireUser } from '@fareline/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import {
  acceptPasswordAttempt,
  countPasswordAttempt,
  createPasswordAttempt,
} from '../limits/password-attempts.ts';
import { verifyPassword } from '../users/password.ts';
import { findById, type UserRow } from '../users/user.repository.ts';
import { recordReachedLimit } from './record-reached-limit.ts';

/**
 * The signed-in user if the password is theirs, else undefined. Attempts count for the user and the IP address, apart from
 * sign-ins, so that a stranger cannot use them up. Throws TOO_MANY_REQUESTS when a limit is reached. (ACCOUNT-06, SECURITY-06)
 */
export async function verifyCurrentPassword(
  { db, config }: Deps,
  request: FastifyRequest,
  password: string,
): Promise<UserRow | undefined> {
  const { id } = requireUser(request);
  const attempt = createPasswordAttempt(config, {
    kind: 'password-change',
    account: id,
    ipAddress: request.ip,
  });
  await countPasswordAttempt(db, attempt);
  const user = await findById(db, id);
  if (!user || !(await verifyPassword(user.password_hash, password))) {
    await recordReachedLimit(db, user, attempt, request);
    return undefined;
  }
  await acceptPasswordAttempt(db, attempt);
  return user;
}
