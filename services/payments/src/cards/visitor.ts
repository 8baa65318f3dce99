import type { User } from '@fareline/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { newVisitorId } from '../secrets.ts';

const cookieName = 'visitor';
const lifetimeSeconds = 24 * 3600;

/** Who tries to pay. `session` is what declines are counted for. */
export interface Visitor {
  user: User | null;
  session: string;
  address: string;
}

/** A visitor who is not signed in gets a cookie of no other meaning. (D34) */
export function visitorOf(
  { config }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User | null,
): Visitor {
  const known = request.cookies[cookieName];
  const id = known && /^[\w-]{16,64}$/.test(known) ? known : newVisitorId();
  if (id !== known)
    reply.setCookie(cookieName, id, {
      path: '/api',
      httpOnly: true,
      sameSite: 'lax',
      secure: config.SITE_ORIGIN.every((origin) => origin.startsWith('https://')),
      maxAge: lifetimeSeconds,
    });
  return { user, session: user ? `user:${user.id}` : `visitor:${id}`, address: request.ip };
}
