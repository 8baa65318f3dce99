import type { User } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { clearVisitorCookies } from '@fareline/service-kit/http/visitor-cookie';
import { toClientNetwork } from '@fareline/service-kit/limits/client';
import { clearSessionCookie, setSessionCookie } from '@fareline/service-kit/sessions/session-cookie';
import {
  getAudience,
  readUser,
  requireFactorUser,
  requireSession,
  type SessionClaims,
  type SessionOptions,
} from '@fareline/service-kit/sessions/session-plugin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { insertAuditEntry } from '../audit/audit.repository.ts';
import type { AccountsConfig } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { describeOrigin, isNewDevice, queueSecurityMail } from '../security-notices/queue-security-mail.ts';
import { isStaff, lockUser, toUser, type UserRow } from '../users/user.repository.ts';
import { getSigningKey, listPublicKeys } from './session-key.repository.ts';
import {
  endSession,
  findActiveSession,
  insertSession,
  isActive,
  replaceSession,
} from './session.repository.ts';

/** A user as their session sees them: staff are told where their screens are, if those are elsewhere. (GUARD-10) */
export const toSessionUser = (
  { ADMIN_ORIGIN }: Pick<AccountsConfig, 'ADMIN_ORIGIN'>,
  row: UserRow,
  { aud }: Pick<SessionClaims, 'aud'>,
): User => ({
  ...toUser(row),
  ...(isStaff(row) && aud === 'fareline' && ADMIN_ORIGIN !== undefined && { staffOrigin: ADMIN_ORIGIN }),
});

/** Session options of this service, which stores the session keys and the sessions. */
export const localSessions = ({ db, config }: Deps): SessionOptions => ({
  origins: config.SITE_ORIGIN,
  loadKeys: () => listPublicKeys(db),
  loadSigningKey: () => getSigningKey(db, config.SESSION_KEY_SECRET),
  async findSession(claims) {
    const session = await findActiveSession(db, config, claims);
    return session ? { ...session, user: toSessionUser(config, session.user, claims) } : null;
  },
});

/** The booking that signs a guest in, and the browser's request. */
export interface GuestSignIn {
  booking: string;
  request: { ip: string | null; id: string };
  device: string | null;
}

/** Creates a session for the guest of a booking, who has entered no password, and returns its token. */
export async function createGuestSession(
  app: FastifyInstance,
  { db }: Deps,
  user: UserRow,
  { booking, request, device }: GuestSignIn,
): Promise<string> {
  const sessionId = await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    await insertAuditEntry(trx, { action: 'signed_in', actor: user, details: { booking }, request });
    return insertSession(trx, user.id, {
      ...{ authenticatedAt: null, device },
      network: request.ip === null ? null : toClientNetwork(request.ip),
    });
  });
  return app.signSession({ jti: sessionId, sub: user.id, aud: 'fareline' });
}

export async function setSession(
  { config }: Deps,
  reply: FastifyReply,
  ids: Pick<SessionClaims, 'jti' | 'sub'>,
): Promise<void> {
  const claims = { ...ids, aud: getAudience(reply.request) };
  setSessionCookie(reply, await reply.server.signSession(claims), config.SITE_ORIGIN);
}

/**
 * Creates a session for a user whose password was just verified, and ends the browser's previous one; that of another user takes
 * the visitor with it, as signing out does. Staff are told of a new device. Returns false if the password was replaced since then,
 * because that ends every session of the user. A session of staff may owe the second factor. (GUARD-03)
 */
export async function signIn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  verified: UserRow,
): Promise<false | 'signed in' | 'owed'> {
  const previous = await readUser(request);
  const created = await deps.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, verified.id);
    if (user?.password_hash !== verified.password_hash) return undefined;
    if (request.session) await endSession(trx, request.session.jti);
    const id = await insertSession(trx, user.id, { authenticatedAt: new Date(), ...describeOrigin(request) });
    const claims = { jti: id, sub: user.id, aud: getAudience(request) };
    const isOwed = (await findActiveSession(trx, deps.config, claims))?.factor === 'owed';
    const action = isOwed ? 'sign_in_started' : 'signed_in';
    await insertAuditEntry(trx, { action, actor: user, request });
    const isTold = isStaff(user) && (await isNewDevice(trx, request, user.id));
    const mailId =
      isTold &&
      (await queueSecurityMail(trx, request, user.id, {
        subject: 'Your password was entered on a new device',
        sentence: isOwed
          ? 'Your password was entered on a device that we do not know. It opens nothing without your second factor.'
          : 'Somebody signed in to your account with your password on a device that we do not know.',
      }));
    return { id, isOwed, mailId };
  });
  if (!created) return false;
  if (created.mailId) deps.enqueue.mail(created.mailId);
  await setSession(deps, reply, { jti: created.id, sub: verified.id });
  if (previous && previous.id !== verified.id) clearVisitorCookies(reply, deps.config.SITE_ORIGIN);
  return created.isOwed ? 'owed' : 'signed in';
}

/**
 * Locks the user of the request's session, in the transaction of a change that must not outlive the session. Throws NOT_AUTHENTICATED if
 * it was ended since the request was let in.
 */
export async function lockSessionUser(trx: Database, request: FastifyRequest): Promise<UserRow> {
  const { jti, sub } = requireSession(request);
  const user = await lockUser(trx, sub);
  if (!user || !(await isActive(trx, jti))) throw new AppError('NOT_AUTHENTICATED');
  return user;
}

/**
 * Records in the session of the request that a second factor was shown, in one transaction with `change`, and gives the browser a new
 * session, because the one until now had fewer rights. Returns what `change` returns. (GUARD-03)
 */
export async function showSessionFactor<T>(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  change: (trx: Database) => Promise<T>,
): Promise<T> {
  const user = requireFactorUser(request);
  const session = requireSession(request);
  const { id, changed } = await deps.db.transaction().execute(async (trx) => {
    await lockSessionUser(trx, request);
    const result = await change(trx);
    const action = request.factor === 'owed' ? 'signed_in' : 'factor_shown';
    await insertAuditEntry(trx, { action, actor: user, request });
    const replaced = await replaceSession(trx, session.jti, { factor_at: new Date() });
    if (replaced === undefined) throw new AppError('NOT_AUTHENTICATED');
    return { changed: result, id: replaced };
  });
  await setSession(deps, reply, { jti: id, sub: user.id });
  return changed;
}

/** Replaces the session of the request, which the access check has verified, by a new one that ends no later. */
export async function renewSession(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { jti, sub } = requireSession(request);
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
  const user = (await readUser(request)) ?? request.owingUser;
  const { session } = request;
  if (user && session)
    await db.transaction().execute(async (trx) => {
      if (await endSession(trx, session.jti))
        await insertAuditEntry(trx, { action: 'signed_out', actor: user, request });
    });
  clearSessionCookie(reply, config.SITE_ORIGIN);
  clearVisitorCookies(reply, config.SITE_ORIGIN);
}
