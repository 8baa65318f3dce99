import jwt, { type TokenOrHeader } from '@fastify/jwt';
import type { SessionAudience, SessionFactor, SessionKey, User } from '@fareline/contracts';
import { sessionAudienceSchema } from '@fareline/contracts/schemas';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { getSessionCookie, sessionLifetimeSeconds } from './session-cookie.ts';
import { createKeyFinder } from './session-keys.ts';

/** The audience of the sessions of the host that a request is made to. */
export const getAudience = ({
  isToAdministration,
}: Pick<FastifyRequest, 'isToAdministration'>): SessionAudience =>
  isToAdministration ? 'fareline-staff' : 'fareline';

/** Claims of a session token: `jti` is the session id, `sub` the user id. */
const claimsSchema = z.object({ jti: z.uuid(), sub: z.uuid(), aud: sessionAudienceSchema });
export type SessionClaims = z.output<typeof claimsSchema>;

interface CheckedSession {
  user: User;
  /** Whether the password, or the factor of a user who has one, was entered in the session within the last 10 minutes. (ACCOUNT-06) */
  isRecent: boolean;
  factor: SessionFactor;
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
    isRecent: boolean;
    factor: SessionFactor;
    /** The user of a session that owes the second factor, who is not signed in. */
    owingUser: User | null;
  }
  interface FastifyInstance {
    /** Creates the token of a session. Throws if the service has no signing key. */
    signSession(claims: SessionClaims): Promise<string>;
  }
}

const issuer = 'accounts';

const notAuthenticated = () => new AppError('NOT_AUTHENTICATED');

/**
 * Sessions are ES256 tokens in a cookie (RFC 7519). A token is valid if one of the published keys signed it, issuer and
 * audience match, the audience also the host, and its session has not ended. Tokens are verified by the access check of a route and by `readUser`.
 * (SECURITY-01, SECURITY-02)
 */
export const sessions = fastifyPlugin<SessionOptions>(
  async (app, { origins, loadKeys, findSession, loadSigningKey }) => {
    const findKey = createKeyFinder(loadKeys);
    app.decorateRequest('user', null);
    app.decorateRequest('owingUser', null);
    app.decorateRequest('isRecent', false);
    app.decorateRequest('factor', 'none');

    await app.register(jwt, {
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
      sign: { algorithm: 'ES256', iss: issuer, expiresIn: sessionLifetimeSeconds },
      verify: {
        algorithms: ['ES256'],
        allowedIss: issuer,
        allowedAud: sessionAudienceSchema.options,
        requiredClaims: ['iss', 'aud', 'exp', 'jti', 'sub'],
        extractToken: (request) => request.cookies[getSessionCookie(request, origins).name],
      },
      async trusted(request, payload) {
        const claims = claimsSchema.safeParse(payload);
        const isOfHost = claims.success && claims.data.aud === getAudience(request);
        const session = isOfHost ? await findSession(claims.data) : null;
        request.factor = session?.factor ?? 'none';
        request.isRecent = session?.isRecent ?? false;
        if (request.factor === 'owed') request.owingUser = session?.user ?? null;
        else request.user = session?.user ?? null;
        return session !== null;
      },
    });

    app.decorate('signSession', async (claims) => {
      if (!loadSigningKey) throw new Error('this service has no key to sign sessions with');
      const { kid, privateKey } = await loadSigningKey();
      return app.jwt.sign(claims, { kid, key: privateKey });
    });
  },
  { name: 'sessions', dependencies: ['@fastify/cookie', 'administration'] },
);

/** The signed-in user, or null without a valid session and while its second factor is owed. Throws SERVICE_UNAVAILABLE if the session cannot be checked. */
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

/** The claims of the session that let the request in. Throws NOT_AUTHENTICATED without one. */
export function requireSession({ session }: FastifyRequest): SessionClaims {
  if (!session) throw notAuthenticated();
  return session;
}

/** The user of a session whose second factor may be owed, for handlers of `factor` routes. Throws NOT_AUTHENTICATED without one. */
export function requireFactorUser(request: FastifyRequest): User {
  return request.owingUser ?? requireUser(request);
}

/**
 * Throws PASSWORD_REQUIRED unless the password was entered in the session within the last 10 minutes; for a user with a second factor,
 * FACTOR_REQUIRED unless that was. (ACCOUNT-06, GUARD-02)
 */
export function requireRecent({ isRecent, factor }: FastifyRequest): void {
  if (!isRecent) throw new AppError(factor === 'shown' ? 'FACTOR_REQUIRED' : 'PASSWORD_REQUIRED');
}
