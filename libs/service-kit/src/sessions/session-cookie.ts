import { sessionHintCookie } from '@fareline/contracts';
import type { FastifyReply } from 'fastify';

export const sessionLifetimeSeconds = 30 * 24 * 3600;

/** Whether cookies are Secure: when all origins of the site use https. */
export const usesSecureCookies = (origins: readonly string[]): boolean =>
  origins.every((origin) => origin.startsWith('https://'));

/**
 * The name of a cookie. With the prefix `__Host-`, on https, browsers accept it only for the host that set it, with Path=/, so
 * that another host of the same domain cannot plant one. A cookie without the prefix is then not read. (SECURITY-01)
 */
export const getCookieName = (name: 'session' | 'trip' | 'visitor', origins: readonly string[]): string =>
  usesSecureCookies(origins) ? `__Host-${name}` : name;

export const cookieAttributes = (origins: readonly string[]) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: usesSecureCookies(origins),
  }) as const;

/** Readable by scripts; another host that plants one causes a call, nothing more. */
const hintAttributes = (origins: readonly string[]) => ({ ...cookieAttributes(origins), httpOnly: false });

/** Sets the session cookie, and the hint that there is one. (SECURITY-01) */
export function setSessionCookie(reply: FastifyReply, token: string, origins: readonly string[]): void {
  const name = getCookieName('session', origins);
  reply.setCookie(name, token, { ...cookieAttributes(origins), maxAge: sessionLifetimeSeconds });
  reply.setCookie(sessionHintCookie, '1', { ...hintAttributes(origins), maxAge: sessionLifetimeSeconds });
}

export function clearSessionCookie(reply: FastifyReply, origins: readonly string[]): void {
  reply.clearCookie(getCookieName('session', origins), cookieAttributes(origins));
  reply.clearCookie(sessionHintCookie, hintAttributes(origins));
}
