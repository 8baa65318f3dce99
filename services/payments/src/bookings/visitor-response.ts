import type { BookingResponse } from '@fareline/contracts';
import { readUser, setSessionCookie } from '@fareline/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashVisitorId, readVisitorId } from '../cards/visitor.ts';
import type { Deps } from '../deps.ts';
import {
  inProgressError,
  storedFailure,
  type IdempotencyKey,
} from '../idempotency/idempotency-key.repository.ts';
import { buildBookingResponse } from './booking-response.ts';
import { getBooking, isTerminal, type Booking } from './booking.repository.ts';
import { ensureGuestAccount, type GuestAccount } from './guest-account.ts';

/**
 * The account while its password can be shown: to the visitor who booked as a guest, with the first answer that says
 * confirmed. Without the accounts service the booking stands and the outbox makes the account. (STATUS-02)
 */
async function tryCreateGuestAccount(deps: Deps, booking: Booking): Promise<GuestAccount | null> {
  const isGuests = booking.user_id === null || booking.guest_account !== null;
  if (booking.state !== 'confirmed' || !isGuests) return null;
  try {
    return await ensureGuestAccount(deps, booking, { withCredentials: true });
  } catch (error) {
    deps.log.warn({ err: error, booking: booking.id }, 'guest account to be made later');
    return null;
  }
}

/** Answers the visitor who made the booking, who is not signed in or made it signed in. */
export async function buildVisitorResponse(
  deps: Deps,
  booking: Booking,
  reply: FastifyReply,
): Promise<BookingResponse> {
  const account = await tryCreateGuestAccount(deps, booking);
  // Read again only for the account: a booking confirmed meanwhile is not said to be before it has its credentials.
  const answer = await buildBookingResponse(deps, account ? await getBooking(deps.db, booking.id) : booking);
  if (account?.session_token) setSessionCookie(reply, account.session_token, deps.config.SITE_ORIGIN);
  if (account?.password && answer.accountInfo)
    answer.accountInfo = { ...answer.accountInfo, password: account.password };
  return answer;
}

/** Whether the request has the visitor cookie of the browser that made the booking. */
function hasVisitorCookieOf(deps: Deps, booking: Booking, request: FastifyRequest): boolean {
  const id = readVisitorId(request);
  return id !== undefined && hashVisitorId(deps, id) === booking.visitor_hash;
}

/** Whether the request comes from the browser that made the booking, and that nobody has signed in with since. */
async function isSignedOutVisitorOf(deps: Deps, booking: Booking, request: FastifyRequest): Promise<boolean> {
  if (!hasVisitorCookieOf(deps, booking, request)) return false;
  return (await readUser(request).catch(() => null)) === null;
}

/** Whether a request may be told of a booking: it comes from the browser that made it, or from its owner. */
export async function canReadBooking(
  deps: Deps,
  booking: Booking,
  request: FastifyRequest,
): Promise<boolean> {
  if (hasVisitorCookieOf(deps, booking, request)) return true;
  const user = await readUser(request).catch(() => null);
  return user !== null && user.id === booking.user_id;
}

export interface RepeatedRequest {
  key: IdempotencyKey;
  /** The one that the key was used for, see `bookingOfKey`. */
  booking: Booking | undefined;
}

/** Undefined where nothing was booked, or not yet. */
export const findBookingByKey = async ({ db }: Deps, { booking_id: id }: IdempotencyKey) =>
  id === null ? undefined : getBooking(db, id);

/**
 * How the attempt of a key stands. One that is still worked on is not answered twice; one whose worker is gone is answered
 * as it stands. (D35)
 */
export async function buildRepeatResponse(
  deps: Deps,
  { key, booking }: RepeatedRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BookingResponse> {
  if (key.failure) throw storedFailure(key.failure);
  if (!booking) throw inProgressError();
  const isWorkedOn = booking.lease_until !== null && booking.lease_until.getTime() > Date.now();
  if (!key.is_done && isWorkedOn && !isTerminal(booking.state)) throw inProgressError();
  if (await isSignedOutVisitorOf(deps, booking, request)) return buildVisitorResponse(deps, booking, reply);
  return buildBookingResponse(deps, booking);
}
