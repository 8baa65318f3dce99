import type { User } from '@fareline/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { newVisitorId } from '../secrets.ts';

const cookieName = 'visitor';
const lifetimeSeconds = 24 * 3600;

/** Who tries to pay. `session` is what declines are counted for. */
export interface Visitor {
  /** Names the browser: the value of its visitor cookie. */
  id: string;
  user: User | null;
  session: string;
  address: string;
}

/** The visitor cookie of a request, where it has one of ours. */
export function visitorIdOf(request: FastifyRequest): string | undefined {
  const id = request.cookies[cookieName];
  return id && /^[\w-]{16,64}$/.test(id) ? id : undefined;
}

/** What is stored of a visitor cookie. */
export const visitorHash = ({ secrets }: Context, id: string): string => secrets.hash('visitor', id);

/** A visitor who is not signed in gets a cookie of no other meaning. (D34) */
export function visitorOf(
  { config }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User | null,
): Visitor {
  const known = visitorIdOf(request);
  const id = known ?? newVisitorId();
  if (id !== known)
    reply.setCookie(cookieName, id, {
      path: '/api',
      httpOnly: true,
      sameSite: 'lax',
      secure: config.SITE_ORIGIN.every((origin) => origin.startsWith('https://')),
      maxAge: lifetimeSeconds,
    });
  return { id, user, session: user ? `user:${user.id}` : `visitor:${id}`, address: request.ip };
}
