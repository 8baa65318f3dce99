import type { FastifyReply } from 'fastify';

export const sessionLifetimeSeconds = 30 * 24 * 3600;

/** Whether cookies are Secure: when all origins of the site use https. */
export const usesSecureCookies = (origins: readonly string[]): boolean =>
  origins.every((origin) => origin.startsWith('https://'));

/**
 * The name of a cookie. With the prefix `__Host-`, on https, browsers accept it only for the host that set it, with Path=/, so
 * that another host of the same domain cannot plant one. A cookie without the prefix is then not read. (SECURITY-01)
 */
export const getCookieName = (name: 'session' | 'visitor', origins: readonly string[]): string =>
  usesSecureCookies(origins) ? `__Host-${name}` : name;

export const cookieAttributes = (origins: readonly string[]) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: usesSecureCookies(origins),
  }) as const;

/** Sets the session cookie. (SECURITY-01) */
export function setSessionCookie(reply: FastifyReply, token: string, origins: readonly string[]): void {
  const name = getCookieName('session', origins);
  reply.setCookie(name, token, { ...cookieAttributes(origins), maxAge: sessionLifetimeSeconds });
}

export function clearSessionCookie(reply: FastifyReply, origins: readonly string[]): void {
  reply.clearCookie(getCookieName('session', origins), cookieAttributes(origins));
}
