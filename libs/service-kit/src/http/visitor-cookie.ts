import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getCookieName, cookieAttributes } from '../sessions/session-cookie.ts';

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
 * its booking. (ACCESS-04)
 */
export function getOrCreateVisitorId(
  request: FastifyRequest,
  reply: FastifyReply,
  siteOrigins: readonly string[],
): string {
  const id = readVisitorId(request, siteOrigins) ?? randomBytes(18).toString('base64url');
  const name = getCookieName('visitor', siteOrigins);
  reply.setCookie(name, id, { ...cookieAttributes(siteOrigins), maxAge: lifetimeSeconds });
  return id;
}

/**
 * Removes the cookies of the visitor and of a trip that a code has opened, so that the next person at a browser cannot use the payments
 * and bookings of the one who signed out. (ACCESS-04, ACCESS-06, TRIP-06)
 */
export function clearVisitorCookies(reply: FastifyReply, siteOrigins: readonly string[]): void {
  for (const name of ['visitor', 'trip'] as const)
    reply.clearCookie(getCookieName(name, siteOrigins), cookieAttributes(siteOrigins));
}
