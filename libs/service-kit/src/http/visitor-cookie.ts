import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getCookieName, usesSecureCookies } from '../sessions/session-cookie.ts';

const lifetimeSeconds = 24 * 3600;

/** The visitor id of a request; undefined if the cookie is missing or malformed. */
export function readVisitorId(
  { cookies }: FastifyRequest,
  siteOrigins: readonly string[],
): string | undefined {
  const id = cookies[getCookieName('visitor', siteOrigins)];
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
  const id = readVisitorId(request, siteOrigins) ?? randomBytes(18).toString('base64url');
  reply.setCookie(getCookieName('visitor', siteOrigins), id, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: usesSecureCookies(siteOrigins),
    maxAge: lifetimeSeconds,
  });
  return id;
}
