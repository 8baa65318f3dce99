import type { FastifyRequest } from 'fastify';

/** The cookie that identifies a visitor, which a browser gets with its first payment or booking. */
export const visitorCookieName = 'visitor';

/** The visitor id of a request; undefined if the cookie is missing or malformed. */
export function readVisitorId({ cookies }: FastifyRequest): string | undefined {
  const id = cookies[visitorCookieName];
  return id && /^[\w-]{16,64}$/.test(id) ? id : undefined;
}
