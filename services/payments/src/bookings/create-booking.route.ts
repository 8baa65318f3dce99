import type { BookingRequest, BookingResponse } from '@fareline/contracts';
import { createBookingContract } from '@fareline/contracts/services';
import { registerRoute, setSessionCookie, toAppError, type AppError } from '@fareline/service-kit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { brandOf } from '../cards/process-card.route.ts';
import { visitorOf } from '../cards/visitor.ts';
import type { Context } from '../context.ts';
import {
  dropKey,
  finishKey,
  idempotencyKeyOf,
  inProgress,
  isPassing,
  keptFailure,
  takeKey,
  type IdempotencyKey,
} from '../idempotency/keys.ts';
import { bookingAnswer } from './booking-answer.ts';
import { bookingById, isSettled, type Booking } from './booking-rows.ts';
import { createBooking } from './create-booking.ts';
import { makeGuestAccount, type GuestAccount } from './guest-account.ts';
import { assertBookingComplete } from './required-texts.ts';

/** Pricing, and authorising where the card is in the request; from then on the booking row tells. */
function lockMs({ config }: Context, { paymentDetails }: BookingRequest): number {
  const authorising = config.QUOTE_TIMEOUT_MS + config.STRIPE_TIMEOUT_MS * 3;
  return config.QUOTE_TIMEOUT_MS + (paymentDetails.paymentId ? 0 : authorising) + config.LEASE_MARGIN_MS;
}

/** The account while its password can be shown. Without the accounts service the booking stands and the outbox makes the account. */
async function guestAccountOf(context: Context, booking: Booking): Promise<GuestAccount | null> {
  if (booking.state !== 'confirmed' || booking.user_id) return null;
  try {
    return await makeGuestAccount(context, booking);
  } catch (error) {
    context.log.warn({ err: error, booking: booking.id }, 'guest account to be made later');
    return null;
  }
}

/** A request that is still worked on is not answered twice; one whose worker is gone is answered as it stands. */
async function repeated(context: Context, key: IdempotencyKey): Promise<Booking> {
  if (key.failure) throw keptFailure(key.failure);
  if (!key.booking_id) throw inProgress();
  const booking = await bookingById(context.db, key.booking_id);
  const isWorkedOn = booking.lease_until !== null && booking.lease_until.getTime() > Date.now();
  if (!key.is_done && isWorkedOn && !isSettled(booking.state)) throw inProgress();
  return booking;
}

/** Keeps a refusal as the answer, or leaves the key to be used again where the same request may yet succeed. */
async function settleKey(context: Context, key: IdempotencyKey, failure: AppError): Promise<void> {
  const row = await context.db
    .selectFrom('idempotency_keys as keys')
    .leftJoin('payments', 'payments.id', 'keys.payment_id')
    .select(['keys.booking_id', 'payments.state'])
    .where('keys.id', '=', key.id)
    .executeTakeFirst();
  if (row?.booking_id) return finishKey(context, key.id);
  const isUndecided = isPassing(failure) || failure.code === 'IDEMPOTENCY_IN_PROGRESS';
  if (!isUndecided) return finishKey(context, key.id, failure);
  if (row?.state !== 'authorised') return dropKey(context, key.id);
  await context.db
    .updateTable('idempotency_keys')
    .set({ locked_until: sql`now()` })
    .where('id', '=', key.id)
    .execute();
}

function send(reply: FastifyReply, answer: BookingResponse): BookingResponse {
  reply.status(answer.status === 'pending' ? 202 : 201);
  return answer;
}

/** `POST /api/bookings` (API-53, D3, D35, D38) */
export function createBookingRoute(app: FastifyInstance, context: Context): void {
  const { config, secrets } = context;
  registerRoute(
    app,
    createBookingContract,
    async ({ body, request, reply }) => {
      const idempotencyKey = idempotencyKeyOf(request);
      const user = await context.sessions.userOf(request);
      const { row: key, isMine } = await takeKey(
        context,
        'bookings',
        idempotencyKey,
        body,
        lockMs(context, body),
      );
      if (!isMine || key.booking_id)
        return send(reply, await bookingAnswer(context, await repeated(context, key)));
      try {
        const origin = request.headers.origin;
        const { booking, isFirst } = await createBooking(context, {
          request: body,
          requestHash: secrets.hash('booking request', JSON.stringify(body)),
          key,
          user,
          visitor: visitorOf(context, request, reply, user),
          brand: brandOf(request.headers['x-brand']),
          siteOrigin: (origin && config.SITE_ORIGIN.includes(origin) ? origin : config.SITE_ORIGIN[0]) ?? '',
        });
        const account = isFirst ? await guestAccountOf(context, booking) : null;
        await context.db
          .updateTable('idempotency_keys')
          .set({ is_done: true, booking_id: booking.id })
          .where('id', '=', key.id)
          .execute();
        context.wake();
        const answer = await bookingAnswer(context, await bookingById(context.db, booking.id));
        if (account?.session_token) setSessionCookie(reply, account.session_token, config.SITE_ORIGIN);
        if (account?.password && answer.accountInfo)
          answer.accountInfo = { ...answer.accountInfo, password: account.password };
        return send(reply, answer);
      } catch (error) {
        const failure = toAppError(error);
        await settleKey(context, key, failure);
        throw failure;
      }
    },
    { preValidation: async ({ body }) => assertBookingComplete(body) },
  );
}
