import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { usesSecureCookies } from '../sessions/session-cookie.ts';

/** The cookie that identifies a visitor, which a browser gets when it begins to book. */
const visitorCookieName = 'visitor';

const lifetimeSeconds = 24 * 3600;

/** The visitor id of a request; undefined if the cookie is missing or malformed. */
export function readVisitorId({ cookies }: FastifyRequest): string | undefined {
  const id = cookies[visitorCookieName];
  return id && /^[\w-]{16,64}$/.test(id) ? id : undefined;
}

/**
 * The visitor id of a request, or a new one. Each call renews the cookie, so that it does not expire between a payment and
 * its booking. (D34, ACCESS-04)
 */
export function getOrCreateVisitorId(
  request: FastifyRequest,
  reply: FastifyReply,
  siteOrigins: readonly string[],
): string {
  const id = readVisitorId(request) ?? randomBytes(18).toString('base64url');
  reply.setCookie(visitorCookieName, id, {
    path: '/api',
    httpOnly: true,
    sameSite: 'lax',
    secure: usesSecureCookies(siteOrigins),
    maxAge: lifetimeSeconds,
  });
  return id;
}
