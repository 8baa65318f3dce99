import type { User } from '@fareline/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { createVisitorId } from '../keyed-hasher.ts';

const cookieName = 'visitor';
const cookieMaxAgeSeconds = 24 * 3600;

/** Who tries to pay. `session` is what declines are counted for. */
export interface Visitor {
  /** Names the browser: the value of its visitor cookie. */
  id: string;
  user: User | null;
  declineSubject: string;
  ipAddress: string;
}

/** The visitor cookie of a request, where it has one of ours. */
export function readVisitorId(request: FastifyRequest): string | undefined {
  const id = request.cookies[cookieName];
  return id && /^[\w-]{16,64}$/.test(id) ? id : undefined;
}

/** What is stored of a visitor cookie. */
export const hashVisitorId = ({ hasher: secrets }: Deps, id: string): string => secrets.hash('visitor', id);

/** A visitor who is not signed in gets a cookie of no other meaning. (D34) */
export function getOrCreateVisitor(
  { config }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User | null,
): Visitor {
  const known = readVisitorId(request);
  const id = known ?? createVisitorId();
  if (id !== known)
    reply.setCookie(cookieName, id, {
      path: '/api',
      httpOnly: true,
      sameSite: 'lax',
      secure: config.SITE_ORIGIN.every((origin) => origin.startsWith('https://')),
      maxAge: cookieMaxAgeSeconds,
    });
  return { id, user, declineSubject: user ? `user:${user.id}` : `visitor:${id}`, ipAddress: request.ip };
}
