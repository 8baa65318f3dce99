import { randomBytes } from 'node:crypto';
import { cookieAttributes, getCookieName } from '@fareline/service-kit/sessions/session-cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { hashToken } from '../keyed-hasher.ts';

const lifetimeSeconds = 2 * 3600;

/** Opens a booking in this browser, in place of one that was open. (TRIP-06) */
export async function openTripSession(
  { db, config }: Pick<Deps, 'config' | 'db'>,
  reply: FastifyReply,
  bookingId: string,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('trip_sessions')
    .values({
      token_hash: hashToken(token),
      booking_id: bookingId,
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
    })
    .execute();
  const origins = config.SITE_ORIGIN;
  reply.setCookie(getCookieName('trip', origins), token, {
    ...cookieAttributes(origins),
    maxAge: lifetimeSeconds,
  });
}

/** Ends what a code has opened in the browser. */
export async function closeTripSession(
  { db, config }: Pick<Deps, 'config' | 'db'>,
  { cookies }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const origins = config.SITE_ORIGIN;
  const token = cookies[getCookieName('trip', origins)];
  if (!token) return;
  await db.deleteFrom('trip_sessions').where('token_hash', '=', hashToken(token)).execute();
  reply.clearCookie(getCookieName('trip', origins), cookieAttributes(origins));
}

/** The id of the booking that a code has opened in the browser; undefined without one. */
export async function findOpenTrip(
  { db, config }: Pick<Deps, 'config' | 'db'>,
  { cookies }: FastifyRequest,
): Promise<string | undefined> {
  const token = cookies[getCookieName('trip', config.SITE_ORIGIN)];
  if (!token) return undefined;
  const session = await db
    .selectFrom('trip_sessions')
    .select('booking_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return session?.booking_id;
}
