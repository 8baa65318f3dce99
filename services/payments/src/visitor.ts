import { randomBytes } from 'node:crypto';
import type { User } from '@fareline/contracts';
import { readBrandKey, readVisitorId, usesSecureCookies, visitorCookieName } from '@fareline/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';

const cookieMaxAgeSeconds = 24 * 3600;

/** The client of a payment or booking. */
export interface Visitor {
  /** Value of the visitor cookie. */
  id: string;
  user: User | null;
  /** The brand of the site. */
  brand: string;
  /** What declines are counted for: the user, or the visitor without a session. */
  declineSubject: string;
  ipAddress: string;
}

/** The hash under which a visitor id is stored. */
export const hashVisitorId = ({ hasher }: Deps, id: string): string => hasher.hash('visitor', id);

/** Identifies the visitor by the visitor cookie, which is set when missing. (D34) */
export function getOrCreateVisitor(
  { config }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User | null,
): Visitor {
  const cookieId = readVisitorId(request);
  const id = cookieId ?? randomBytes(18).toString('base64url');
  if (id !== cookieId)
    reply.setCookie(visitorCookieName, id, {
      path: '/api',
      httpOnly: true,
      sameSite: 'lax',
      secure: usesSecureCookies(config.SITE_ORIGIN),
      maxAge: cookieMaxAgeSeconds,
    });
  return {
    id,
    user,
    brand: readBrandKey(request),
    declineSubject: user ? `user:${user.id}` : `visitor:${id}`,
    ipAddress: request.ip,
  };
}
