import { sessionHintCookie } from '@fareline/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const sessionLifetimeSeconds = 30 * 24 * 3600;

/** Whether cookies are Secure: when all origins of the site use https. */
export const usesSecureCookies = (origins: readonly string[]): boolean =>
  origins.every((origin) => origin.startsWith('https://'));

/**
 * The name of a cookie. With the prefix `__Host-`, on https, browsers accept it only for the host that set it, with Path=/, so
 * that another host of the same domain cannot plant one. A cookie without the prefix is then not read. (SECURITY-01)
 */
export const getCookieName = (
  name: 'session' | 'staff' | 'trip' | 'visitor',
  origins: readonly string[],
): string => (usesSecureCookies(origins) ? `__Host-${name}` : name);

export const cookieAttributes = (origins: readonly string[]) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: usesSecureCookies(origins),
  }) as const;

/** Readable by scripts; another host that plants one causes a call, nothing more. */
const hintAttributes = (origins: readonly string[]) => ({ ...cookieAttributes(origins), httpOnly: false });

/** The cookie of a session: the administration has one of its own, which no other site's pages make a browser send. (GUARD-10) */
export const getSessionCookie = (
  { isToAdministration }: Pick<FastifyRequest, 'isToAdministration'>,
  origins: readonly string[],
) =>
  isToAdministration
    ? {
        name: getCookieName('staff', origins),
        attributes: { ...cookieAttributes(origins), sameSite: 'strict' as const },
      }
    : { name: getCookieName('session', origins), attributes: cookieAttributes(origins) };

/** Sets the session cookie, and the hint that there is one. (SECURITY-01) */
export function setSessionCookie(reply: FastifyReply, token: string, origins: readonly string[]): void {
  const { name, attributes } = getSessionCookie(reply.request, origins);
  reply.setCookie(name, token, { ...attributes, maxAge: sessionLifetimeSeconds });
  reply.setCookie(sessionHintCookie, '1', { ...hintAttributes(origins), maxAge: sessionLifetimeSeconds });
}

export function clearSessionCookie(reply: FastifyReply, origins: readonly string[]): void {
  const { name, attributes } = getSessionCookie(reply.request, origins);
  reply.clearCookie(name, attributes);
  reply.clearCookie(sessionHintCookie, hintAttributes(origins));
}
