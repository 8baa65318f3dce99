import { randomBytes } from 'node:crypto';
import { AppError } from '@fareline/service-kit/app-error';
import { cookieAttributes, getCookieName } from '@fareline/service-kit/sessions/session-cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../keyed-hasher.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of an `owner` route: whether a request without a session and an open trip may still be of the owner. */
    mayBeOwner?: (request: FastifyRequest) => Promise<boolean>;
  }
  interface FastifyRequest {
    /** The booking that a code has opened in the browser; null until it is read. */
    openTrip: Promise<string | undefined> | null;
  }
}

const lifetimeSeconds = 2 * 3600;

/** A session that opens a booking; returns its token. (TRIP-06) */
export async function insertTripSession(trx: Database, bookingId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .insertInto('trip_sessions')
    .values({
      token_hash: hashToken(token),
      booking_id: bookingId,
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
    })
    .execute();
  return token;
}

/** Opens a booking in this browser, in place of one that was open. (TRIP-06) */
export function setTripCookie({ config }: Pick<Deps, 'config'>, reply: FastifyReply, token: string): void {
  const origins = config.SITE_ORIGIN;
  reply.setCookie(getCookieName('trip', origins), token, {
    ...cookieAttributes(origins),
    maxAge: lifetimeSeconds,
  });
}

/** The bookings of a user that codes have opened, the last one first. (GUARD-07) */
export const listOpenedTrips = (db: Database, userId: string) =>
  db
    .selectFrom('trip_sessions')
    .innerJoin('bookings', 'bookings.id', 'trip_sessions.booking_id')
    .select(({ fn }) => [
      ...(['bookings.id', 'booking_reference', 'order_id'] as const),
      fn.countAll<number>().as('browsers'),
      sql<Date>`max(trip_sessions.expires_at) - make_interval(secs => ${lifetimeSeconds})`.as('opened_at'),
    ])
    .where('bookings.user_id', '=', userId)
    .where('trip_sessions.expires_at', '>', sql<Date>`now()`)
    .groupBy('bookings.id')
    .orderBy('opened_at', 'desc')
    .execute();

/** Closes bookings in all browsers in which codes have opened them. */
export const closeOpenedTrips = (db: Database, bookingIds: readonly string[]) =>
  db.deleteFrom('trip_sessions').where('booking_id', 'in', bookingIds).execute();

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

async function readOpenTrip(
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

/** The id of the booking that a code has opened in the browser, read once for a request; undefined without one. */
export const findOpenTrip = (
  deps: Pick<Deps, 'config' | 'db'>,
  request: FastifyRequest,
): Promise<string | undefined> => (request.openTrip ??= readOpenTrip(deps, request));

/**
 * Lets requests without a session pass to the `owner` routes of a scope only where a trip that a code has opened, or what the route
 * names in `mayBeOwner`, may stand in for the account; which booking that is remains the handler's question. A hook like the access
 * check before it, so that nobody else hears what is wrong with a body. (TRIP-06, GUARD-16)
 */
export function acceptOpenTrips(scope: FastifyInstance, deps: Pick<Deps, 'config' | 'db'>): void {
  const hasOpenTrip = async (request: FastifyRequest) => (await findOpenTrip(deps, request)) !== undefined;
  scope.decorateRequest('openTrip', null);
  scope.addHook('onRequest', async (request) => {
    const { access, mayBeOwner } = request.routeOptions.config;
    if (access !== 'owner' || request.user || (await hasOpenTrip(request))) return;
    if (!(await mayBeOwner?.(request))) throw new AppError('NOT_AUTHENTICATED');
  });
}
