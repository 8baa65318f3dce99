import { AppError } from '@fareline/service-kit/app-error';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { acceptPasswordAttempt, verifyAttempt } from '../limits/password-attempts.ts';
import { findById, type UserRow } from '../users/user.repository.ts';
import { recordReachedLimit } from './record-reached-limit.ts';

/**
 * The signed-in user if the password is theirs, else undefined. Attempts count apart from sign-ins, so that a stranger cannot
 * use them up. Throws TOO_MANY_REQUESTS when a limit is reached. (ACCOUNT-06, SECURITY-06)
 */
export async function verifyCurrentPassword(
  deps: Deps,
  request: FastifyRequest,
  password: string,
): Promise<UserRow | undefined> {
  const { db } = deps;
  const { id } = requireUser(request);
  const user = await findById(db, id);
  if (!user) throw new AppError('NOT_AUTHENTICATED');
  const { attempt, isCorrect } = await verifyAttempt(deps, request, {
    kind: 'password-change',
    user,
    name: user.username,
    passwordHash: user.password_hash,
    password,
  });
  if (!isCorrect) {
    await recordReachedLimit(db, user, attempt, request);
    return undefined;
  }
  await acceptPasswordAttempt(db, attempt);
  return user;
}

/** The signed-in user. Throws CURRENT_PASSWORD_WRONG, at the field `password`, or TOO_MANY_REQUESTS. (ACCOUNT-06) */
export async function requireCurrentPassword(
  deps: Deps,
  request: FastifyRequest,
  password: string,
): Promise<UserRow> {
  const user = await verifyCurrentPassword(deps, request, password);
  if (user) return user;
  const message = 'This password is not correct.';
  throw new AppError('CURRENT_PASSWORD_WRONG', { message, fields: [{ path: 'password', message }] });
}
