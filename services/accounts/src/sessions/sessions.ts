import {
  AppError,
  clearSessionCookie,
  readUser,
  setSessionCookie,
  type SessionClaims,
} from '@fareline/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/tables.ts';
import { lockUser, type UserRow } from '../users/user.repository.ts';
import { endSession, insertSession } from './session.repository.ts';

/** Opening, renewing and ending the browser's session. */
export function createSessions(app: FastifyInstance, db: Db, origins: readonly string[]) {
  /** Gives the browser the cookie of a session. */
  const setCookie = async (reply: FastifyReply, claims: SessionClaims): Promise<void> =>
    setSessionCookie(reply, await app.signSession(claims), origins);

  return {
    setCookie,

    /** The token of a new session. */
    async create(userId: string): Promise<string> {
      return app.signSession({ jti: await insertSession(db, userId), sub: userId });
    },

    /**
     * Opens a session for a user whose password was just checked; the one that the browser had before ends. False where
     * the user got another password in the meantime: that ended every session, and would have ended this one.
     */
    async signIn(request: FastifyRequest, reply: FastifyReply, checked: UserRow): Promise<boolean> {
      await readUser(request);
      const sessionId = await db.transaction().execute(async (trx) => {
        const user = await lockUser(trx, checked.id);
        if (user?.password_hash !== checked.password_hash) return undefined;
        if (request.session) await endSession(trx, request.session.jti);
        return insertSession(trx, checked.id);
      });
      if (sessionId === undefined) return false;
      await setCookie(reply, { jti: sessionId, sub: checked.id });
      return true;
    },

    /** A new session in place of the one that the request came with, which `access` has checked. */
    async renew({ session }: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (!session) throw new AppError('NOT_AUTHENTICATED');
      const { jti, sub } = session;
      const sessionId = await db.transaction().execute(async (trx) => {
        await lockUser(trx, sub);
        if (!(await endSession(trx, jti))) throw new AppError('NOT_AUTHENTICATED');
        return insertSession(trx, sub);
      });
      await setCookie(reply, { jti: sessionId, sub });
    },

    async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      await readUser(request);
      if (request.session) await endSession(db, request.session.jti);
      clearSessionCookie(reply, origins);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
