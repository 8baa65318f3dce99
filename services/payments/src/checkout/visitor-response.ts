import type { BookingLink, BookingResponse } from '@fareline/contracts';
import { setSessionCookie } from '@fareline/service-kit/sessions/session-cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';
import { inProgressError, type FoundKey } from '../idempotency/idempotency-key.repository.ts';
import { fromStoredFailure } from '../stored-failure.ts';
import { isSameVisitor, type Requester } from '../access/visitor.ts';
import { buildBookingResponse } from './booking-response.ts';
import { getBooking, type Booking } from '../bookings/booking.repository.ts';
import { ensureGuestAccount, type GuestAccount } from './guest-account.ts';
import { getStatusToken } from '../access/status-token.ts';

/**
 * Creates the account of a guest booking. Its password is returned only once, with the first confirmed response. If the
 * accounts service is not available, the booking stands and the outbox creates the account. (STATUS-02)
 */
async function tryCreateGuestAccount(
  deps: Deps,
  booking: Booking,
  browser: FastifyRequest,
): Promise<GuestAccount | null> {
  const isGuestBooking = booking.user_id === null || booking.guest_account !== null;
  if (booking.state !== 'confirmed' || !isGuestBooking) return null;
  // It would be one of the former address. (GUARD-11)
  if (booking.pending_email !== null) return null;
  try {
    return await ensureGuestAccount(deps, booking, { withCredentials: true, browser });
  } catch (error) {
    deps.log.warn({ err: error, booking: booking.id }, 'guest account not created, the outbox will retry');
    return null;
  }
}

/** The response to the visitor who made the booking, with the new account's password and session cookie if there are any. */
export async function buildVisitorResponse(
  deps: Deps,
  booking: Booking,
  reply: FastifyReply,
): Promise<BookingResponse> {
  const account = await tryCreateGuestAccount(deps, booking, reply.request);
  // Reloaded only with an account, so that a booking confirmed meanwhile is not reported before its credentials are.
  const response = await buildBookingResponse(
    deps,
    account ? await getBooking(deps.db, booking.id) : booking,
  );
  if (account?.session_token) setSessionCookie(reply, account.session_token, deps.config.SITE_ORIGIN);
  if (account?.password && response.accountInfo)
    response.accountInfo = { ...response.accountInfo, password: account.password };
  return response;
}

const isLeased = async ({ db }: Deps, { lease_until: until }: Booking): Promise<boolean> =>
  until !== null && until > (await readNow(db));

interface RepeatedRequest {
  key: FoundKey;
  booking: Booking | undefined;
}

/** Undefined when the key has no booking, or not yet. */
export const findBookingByKey = async ({ db }: Deps, { booking_id: id }: FoundKey) =>
  id === null ? undefined : getBooking(db, id);

/**
 * The response to a repeated request: to others than the key's visitor or user with state and status link only. Throws
 * IDEMPOTENCY_IN_PROGRESS while a process works on the booking, or the stored failure of the first request. (PROVIDER-32)
 */
export async function buildRepeatResponse(
  deps: Deps,
  { key, booking }: RepeatedRequest,
  requester: Requester,
  reply: FastifyReply,
): Promise<BookingLink | BookingResponse> {
  if (key.failure) throw fromStoredFailure(key.failure);
  if (!booking) throw inProgressError();
  if (!key.is_done && deps.activeStates.includes(booking.state) && (await isLeased(deps, booking)))
    throw inProgressError({ status_token: getStatusToken(deps, booking) });
  if (key.is_own) return buildOwnResponse(deps, booking, requester, reply);
  const { status, statusToken } = await buildBookingResponse(deps, booking);
  // After a correction of the address the key tells nobody else the new token. (GUARD-11)
  const isShown = statusToken !== undefined && booking.access_version === 0;
  return { status, ...(isShown && { statusToken }) };
}

/** The response to the visitor or user of a booking: with credentials only to the signed-out visitor who made it. (STATUS-02) */
export function buildOwnResponse(
  deps: Deps,
  booking: Booking,
  requester: Requester,
  reply: FastifyReply,
): Promise<BookingResponse> {
  const isSignedOutVisitor = isSameVisitor(booking, requester) && requester.user_id === null;
  return isSignedOutVisitor
    ? buildVisitorResponse(deps, booking, reply)
    : buildBookingResponse(deps, booking);
}
