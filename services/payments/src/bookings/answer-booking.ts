import type { BookingResponse } from '@fareline/contracts';
import { readUser, setSessionCookie } from '@fareline/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitorHash, visitorIdOf } from '../cards/visitor.ts';
import type { Context } from '../context.ts';
import { inProgress, keptFailure, type IdempotencyKey } from '../idempotency/keys.ts';
import { bookingAnswer } from './booking-answer.ts';
import { bookingById, isSettled, type Booking } from './booking-rows.ts';
import { makeGuestAccount, type GuestAccount } from './guest-account.ts';

/**
 * The account while its password can be shown: to the visitor who booked as a guest, with the first answer that says
 * confirmed. Without the accounts service the booking stands and the outbox makes the account. (STATUS-02)
 */
async function guestAccountOf(context: Context, booking: Booking): Promise<GuestAccount | null> {
  const isGuests = booking.user_id === null || booking.guest_account !== null;
  if (booking.state !== 'confirmed' || !isGuests) return null;
  try {
    return await makeGuestAccount(context, booking, { withCredentials: true });
  } catch (error) {
    context.log.warn({ err: error, booking: booking.id }, 'guest account to be made later');
    return null;
  }
}

/** Answers the visitor who made the booking, who is not signed in or made it signed in. */
export async function answerVisitor(
  context: Context,
  booking: Booking,
  reply: FastifyReply,
): Promise<BookingResponse> {
  const account = await guestAccountOf(context, booking);
  // Read again only for the account: a booking confirmed meanwhile is not said to be before it has its credentials.
  const answer = await bookingAnswer(context, account ? await bookingById(context.db, booking.id) : booking);
  if (account?.session_token) setSessionCookie(reply, account.session_token, context.config.SITE_ORIGIN);
  if (account?.password && answer.accountInfo)
    answer.accountInfo = { ...answer.accountInfo, password: account.password };
  return answer;
}

/** Whether the request has the visitor cookie of the browser that made the booking. */
function isVisitorOf(context: Context, booking: Booking, request: FastifyRequest): boolean {
  const id = visitorIdOf(request);
  return id !== undefined && visitorHash(context, id) === booking.visitor_hash;
}

/** Whether the request comes from the browser that made the booking, and that nobody has signed in with since. */
async function isFromItsVisitor(
  context: Context,
  booking: Booking,
  request: FastifyRequest,
): Promise<boolean> {
  if (!isVisitorOf(context, booking, request)) return false;
  return (await readUser(request).catch(() => null)) === null;
}

/** Whether a request may be told of a booking: it comes from the browser that made it, or from its owner. */
export async function isOwnBooking(
  context: Context,
  booking: Booking,
  request: FastifyRequest,
): Promise<boolean> {
  if (isVisitorOf(context, booking, request)) return true;
  const user = await readUser(request).catch(() => null);
  return user !== null && user.id === booking.user_id;
}

export interface Repeat {
  key: IdempotencyKey;
  /** The one that the key was used for, see `bookingOfKey`. */
  booking: Booking | undefined;
}

/** Undefined where nothing was booked, or not yet. */
export const bookingOfKey = async ({ db }: Context, { booking_id: id }: IdempotencyKey) =>
  id === null ? undefined : bookingById(db, id);

/**
 * How the attempt of a key stands. One that is still worked on is not answered twice; one whose worker is gone is answered
 * as it stands. (D35)
 */
export async function answerRepeat(
  context: Context,
  { key, booking }: Repeat,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<BookingResponse> {
  if (key.failure) throw keptFailure(key.failure);
  if (!booking) throw inProgress();
  const isWorkedOn = booking.lease_until !== null && booking.lease_until.getTime() > Date.now();
  if (!key.is_done && isWorkedOn && !isSettled(booking.state)) throw inProgress();
  if (await isFromItsVisitor(context, booking, request)) return answerVisitor(context, booking, reply);
  return bookingAnswer(context, booking);
}
