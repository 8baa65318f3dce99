import { AppError } from '@fareline/service-kit/app-error';
import { clearVisitorCookies } from '@fareline/service-kit/http/visitor-cookie';
import { clearSessionCookie, setSessionCookie } from '@fareline/service-kit/sessions/session-cookie';
import {
  readUser,
  type SessionClaims,
  type SessionOptions,
} from '@fareline/service-kit/sessions/session-plugin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { Deps } from '../deps.ts';
import { lockUser, toUser, type UserRow } from '../users/user.repository.ts';
import { getSigningKey, listPublicKeys } from './session-key.repository.ts';
import { endSession, findActiveSession, insertSession, replaceSession } from './session.repository.ts';

/** Session options of this service, which stores the session keys and the sessions. */
export const localSessions = ({ db, config }: Deps): SessionOptions => ({
  origins: config.SITE_ORIGIN,
  loadKeys: () => listPublicKeys(db),
  loadSigningKey: () => getSigningKey(db, config.SESSION_KEY_SECRET),
  async findSession({ jti, sub }) {
    const session = await findActiveSession(db, config, jti, sub);
    return session ? { ...session, user: toUser(session.user) } : null;
  },
});

/** The booking that signs a guest in, and the browser's request. */
export interface GuestSignIn {
  booking: string;
  request: { ip: string | null; id: string };
}

/** Creates a session for the guest of a booking, who has entered no password, and returns its token. */
export async function createGuestSession(
  app: FastifyInstance,
  { db }: Deps,
  user: UserRow,
  { booking, request }: GuestSignIn,
): Promise<string> {
  const sessionId = await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    await insertAuditEntry(trx, { action: 'signed_in', actor: user, details: { booking }, request });
    return insertSession(trx, user.id, null);
  });
  return app.signSession({ jti: sessionId, sub: user.id });
}

export async function setSession(
  { config }: Deps,
  reply: FastifyReply,
  claims: SessionClaims,
): Promise<void> {
  setSessionCookie(reply, await reply.server.signSession(claims), config.SITE_ORIGIN);
}

/**
 * Creates a session for a user whose password was just verified, and ends the browser's previous one; that of another user takes
 * the visitor with it, as signing out does. Returns false if the
 * password was replaced since then, because that ends every session of the user.
 */
export async function signIn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  verified: UserRow,
): Promise<boolean> {
  const previous = await readUser(request);
  const sessionId = await deps.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, verified.id);
    if (user?.password_hash !== verified.password_hash) return undefined;
    if (request.session) await endSession(trx, request.session.jti);
    await insertAuditEntry(trx, { action: 'signed_in', actor: user, request });
    return insertSession(trx, verified.id, new Date());
  });
  if (sessionId === undefined) return false;
  await setSession(deps, reply, { jti: sessionId, sub: verified.id });
  if (previous && previous.id !== verified.id) clearVisitorCookies(reply, deps.config.SITE_ORIGIN);
  return true;
}

/** Replaces the session of the request, which the access check has verified, by a new one that ends no later. */
export async function renewSession(
  deps: Deps,
  { session }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!session) throw new AppError('NOT_AUTHENTICATED');
  const { jti, sub } = session;
  const sessionId = await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, sub);
    return replaceSession(trx, jti);
  });
  if (sessionId === undefined) throw new AppError('NOT_AUTHENTICATED');
  await setSession(deps, reply, { jti: sessionId, sub });
}

export async function signOut(
  { db, config }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const user = await readUser(request);
  const { session } = request;
  if (user && session)
    await db.transaction().execute(async (trx) => {
      if (await endSession(trx, session.jti))
        await insertAuditEntry(trx, { action: 'signed_out', actor: user, request });
    });
  clearSessionCookie(reply, config.SITE_ORIGIN);
  clearVisitorCookies(reply, config.SITE_ORIGIN);
}
