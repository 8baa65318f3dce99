import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { toHashClient, verifyPassword } from '../users/password.ts';
import type { UserRow } from '../users/user.repository.ts';
import { countPasswordRequest } from './form-request-limit.ts';
import {
  countPasswordAttempt,
  createPasswordAttempt,
  releasePasswordAttempt,
  type PasswordAttempt,
} from './password-attempts.ts';

interface Entered {
  kind: 'sign-in' | 'password-change';
  /** The user of the entered name, if there is one. */
  user: UserRow | undefined;
  name: string;
  passwordHash: string;
  password: string;
}

/** Verifies an entered password within the limits. Throws TOO_MANY_REQUESTS when one is reached. (SECURITY-06, LIMIT-04) */
export async function verifyAttempt(
  deps: Deps,
  request: FastifyRequest,
  { kind, user, name, passwordHash, password }: Entered,
): Promise<{ attempt: PasswordAttempt; isCorrect: boolean }> {
  const { db, config } = deps;
  await countPasswordRequest(deps, request);
  const attempt = await createPasswordAttempt(db, config, { kind, user, name, ip: request.ip });
  await countPasswordAttempt(db, attempt);
  try {
    return { attempt, isCorrect: await verifyPassword(passwordHash, password, toHashClient(request)) };
  } catch (error) {
    // The password was not verified, because the queue is full or the client has disconnected.
    await releasePasswordAttempt(db, attempt);
    throw error;
  }
}
