import { checkSession, type User } from '@fareline/contracts';
import { createRemoteJWKSet } from 'jose';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { credentialHeader } from '../http/access.ts';
import type { ServiceCall } from '../http/service-client.ts';
import { sessionCookieName } from './session-cookie.ts';
import { readSessionToken } from './session-token.ts';

export interface SessionReader {
  /** The signed-in user, or null. Raises SERVICE_UNAVAILABLE when the accounts service cannot be asked. */
  userOf(request: FastifyRequest): Promise<User | null>;
  /** The signed-in user, or NOT_AUTHENTICATED. */
  requireUser(request: FastifyRequest): Promise<User>;
}

export interface RemoteSessionOptions {
  accountsUrl: string;
  credential: string;
  callAccounts: ServiceCall;
}

/** For services other than accounts: signature by the published keys, then whether the session still lives. (D21, SECURITY-02) */
export function createSessionReader({
  accountsUrl,
  credential,
  callAccounts,
}: RemoteSessionOptions): SessionReader {
  const keys = createRemoteJWKSet(new URL('/internal/jwks.json', accountsUrl), {
    headers: { [credentialHeader]: credential },
  });

  async function userOf(request: FastifyRequest): Promise<User | null> {
    const token = request.cookies[sessionCookieName];
    if (!token) return null;
    const claims = await readSessionToken(token, keys).catch((cause: unknown) => {
      throw new AppError('SERVICE_UNAVAILABLE', { cause });
    });
    if (!claims) return null;
    try {
      return await callAccounts(checkSession, {
        body: { session_id: claims.sessionId, user_id: claims.userId },
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_AUTHENTICATED') return null;
      throw error;
    }
  }

  async function requireUser(request: FastifyRequest): Promise<User> {
    const user = await userOf(request);
    if (!user) throw new AppError('NOT_AUTHENTICATED');
    return user;
  }

  return { userOf, requireUser };
}
