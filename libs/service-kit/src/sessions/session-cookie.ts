import type { FastifyReply } from 'fastify';

export const sessionCookieName = 'session';

/** 30 days. */
export const sessionLifetimeSeconds = 30 * 24 * 3600;

/** Whether cookies are Secure: when all origins of the site use https. */
export const usesSecureCookies = (origins: readonly string[]): boolean =>
  origins.every((origin) => origin.startsWith('https://'));

const attributes = (origins: readonly string[]) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: usesSecureCookies(origins),
  }) as const;

/** Sets the session cookie. (SECURITY-01) */
export function setSessionCookie(reply: FastifyReply, token: string, origins: readonly string[]): void {
  reply.setCookie(sessionCookieName, token, { ...attributes(origins), maxAge: sessionLifetimeSeconds });
}

export function clearSessionCookie(reply: FastifyReply, origins: readonly string[]): void {
  reply.clearCookie(sessionCookieName, attributes(origins));
}
