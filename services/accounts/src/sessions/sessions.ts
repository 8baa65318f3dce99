import { AppError, clearSessionCookie, sessionCookieName, setSessionCookie } from '@fareline/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/tables.ts';
import type { UserRow } from '../users/user.repository.ts';
import { endSession, findLiveSessionUser, insertSession } from './session.repository.ts';
import type { SessionTokens } from './session-tokens.ts';

/** Opening, reading and ending the browser's session. */
export function createSessions(db: Db, tokens: SessionTokens, origins: readonly string[]) {
  const claimsOf = async (request: FastifyRequest) => {
    const token = request.cookies[sessionCookieName];
    return token ? tokens.read(token) : undefined;
  };

  /** A signed token of a new session. */
  const open = async (userId: string): Promise<string> =>
    tokens.sign({ sessionId: await insertSession(db, userId), userId });

  return {
    open,

    async userOf(request: FastifyRequest): Promise<UserRow | undefined> {
      const claims = await claimsOf(request);
      return claims && findLiveSessionUser(db, claims.sessionId, claims.userId);
    },

    async requireUser(request: FastifyRequest): Promise<UserRow> {
      const user = await this.userOf(request);
      if (!user) throw new AppError('NOT_AUTHENTICATED');
      return user;
    },

    /** Opens a session and hands it to the browser; the one that it had before ends. */
    async signIn(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void> {
      const before = await claimsOf(request);
      const token = await open(userId);
      if (before) await endSession(db, before.sessionId);
      setSessionCookie(reply, token, origins);
    },

    async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const claims = await claimsOf(request);
      if (claims) await endSession(db, claims.sessionId);
      clearSessionCookie(reply, origins);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
