import jwt, { type TokenOrHeader } from '@fastify/jwt';
import type { SessionKey, User } from '@fareline/contracts';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { getCookieName, sessionLifetimeSeconds } from './session-cookie.ts';
import { createKeyFinder } from './session-keys.ts';

/** Claims of a session token: `jti` is the session id, `sub` the user id. */
const claimsSchema = z.object({ jti: z.uuid(), sub: z.uuid() });
export type SessionClaims = z.output<typeof claimsSchema>;

interface CheckedSession {
  user: User;
  /** Whether the password was entered in the session within the last 10 minutes. (ACCOUNT-06) */
  isPasswordRecent: boolean;
}

export interface SigningKey {
  kid: string;
  /** PKCS#8 PEM of an ES256 key. */
  privateKey: string;
}

export interface SessionOptions {
  /** The origins of the site, on which the name of the cookie depends. */
  origins: readonly string[];
  /** Loads the public keys of all keys that sessions may be signed with. */
  loadKeys(): Promise<SessionKey[]>;
  /** The session, or null if it has ended. Throws SERVICE_UNAVAILABLE if it cannot be checked. */
  findSession(claims: SessionClaims): Promise<CheckedSession | null>;
  /** Loads the key that sessions are signed with; only the accounts service has one. */
  loadSigningKey?(): Promise<SigningKey>;
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: SessionClaims;
    /** The signed-in user, set when the session has been read. */
    user: User | null;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The claims of the session, set when it has been read. */
    session: SessionClaims | null;
    isPasswordRecent: boolean;
  }
  interface FastifyInstance {
    /** Creates the token of a session. Throws if the service has no signing key. */
    signSession(claims: SessionClaims): Promise<string>;
  }
}

const issuer = 'accounts';
const audience = 'fareline';

const notAuthenticated = () => new AppError('NOT_AUTHENTICATED');

/**
 * Sessions are ES256 tokens in a cookie (RFC 7519). A token is valid if one of the published keys signed it, issuer and
 * audience match and its session has not ended. Tokens are verified by the access check of a route and by `readUser`.
 * (SECURITY-01, SECURITY-02)
 */
export const sessions = fastifyPlugin<SessionOptions>(
  async (app, { origins, loadKeys, findSession, loadSigningKey }) => {
    const findKey = createKeyFinder(loadKeys);
    app.decorateRequest('user', null);
    app.decorateRequest('isPasswordRecent', false);

    await app.register(jwt, {
      cookie: { cookieName: getCookieName('session', origins), signed: false },
      decoratorName: 'session',
      decode: { complete: true },
      secret: {
        // Must throw: without a key the library would use this function itself as the key.
        public: async (_request: FastifyRequest, token: TokenOrHeader) => {
          const kid: unknown = 'header' in token ? token.header.kid : undefined;
          const key = typeof kid === 'string' ? await findKey(kid) : undefined;
          if (!key) throw notAuthenticated();
          return key;
        },
        ...(loadSigningKey && { private: async () => (await loadSigningKey()).privateKey }),
      },
      sign: { algorithm: 'ES256', iss: issuer, aud: audience, expiresIn: sessionLifetimeSeconds },
      verify: {
        algorithms: ['ES256'],
        allowedIss: issuer,
        allowedAud: audience,
        requiredClaims: ['iss', 'aud', 'exp', 'jti', 'sub'],
        onlyCookie: true,
      },
      async trusted(request, payload) {
        const claims = claimsSchema.safeParse(payload);
        const session = claims.success ? await findSession(claims.data) : null;
        request.user = session?.user ?? null;
        request.isPasswordRecent = session?.isPasswordRecent ?? false;
        return request.user !== null;
      },
    });

    app.decorate('signSession', async (claims) => {
      if (!loadSigningKey) throw new Error('this service has no key to sign sessions with');
      const { kid, privateKey } = await loadSigningKey();
      return app.jwt.sign(claims, { kid, key: privateKey });
    });
  },
  { name: 'sessions', dependencies: ['@fastify/cookie'] },
);

/** The signed-in user, or null without a valid session. Throws SERVICE_UNAVAILABLE if the session cannot be checked. */
export async function readUser(request: FastifyRequest): Promise<User | null> {
  try {
    await request.jwtVerify();
    return request.user;
  } catch (error) {
    if (isInvalidSession(error)) return null;
    throw error;
  }
}

/** Whether an error means an invalid session: codes of this plugin, of @fastify/jwt and of fast-jwt. */
const isInvalidSession = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'NOT_AUTHENTICATED' || /^(FST|FAST)_JWT_/.test(String(error.code)));

/** The signed-in user, for handlers of routes whose `access` requires one. Throws NOT_AUTHENTICATED without one. */
export function requireUser(request: FastifyRequest): User {
  if (!request.user) throw notAuthenticated();
  return request.user;
}

/** Throws PASSWORD_REQUIRED unless the password was entered in the session within the last 10 minutes. (ACCOUNT-06, GUARD-02) */
export function requireRecentPassword({ isPasswordRecent }: FastifyRequest): void {
  if (!isPasswordRecent) throw new AppError('PASSWORD_REQUIRED');
}
