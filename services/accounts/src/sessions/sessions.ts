import {
  AppError,
  clearSessionCookie,
  readUser,
  setSessionCookie,
  type SessionClaims,
} from '@fareline/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/schema.ts';
import { lockUser, type UserRow } from '../users/user.repository.ts';
import { endSession, insertSession } from './session.repository.ts';

/** Creates, renews and ends the sessions of browsers. */
export function createSessions(app: FastifyInstance, db: Database, origins: readonly string[]) {
  /** Sets the cookie of a session. */
  const setCookie = async (reply: FastifyReply, claims: SessionClaims): Promise<void> =>
    setSessionCookie(reply, await app.signSession(claims), origins);

  return {
    setCookie,

    /** Creates a session and returns its token. */
    async create(userId: string): Promise<string> {
      return app.signSession({ jti: await insertSession(db, userId), sub: userId });
    },

    /**
     * Creates a session for a user whose password was just verified, and ends the browser's previous one. Returns false if
     * the password was replaced since then, because that ends every session of the user.
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

    /** Replaces the session of the request, which the access check has verified, by a new one. */
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
