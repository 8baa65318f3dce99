import type { BookingRequest, BookingResponse } from '@fareline/contracts';
import { createBookingContract } from '@fareline/contracts/services';
import { readUser, registerRoute, toAppError, type AppError } from '@fareline/service-kit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { brandOf } from '../cards/process-card.route.ts';
import { visitorOf } from '../cards/visitor.ts';
import type { Context } from '../context.ts';
import {
  dropKey,
  finishKey,
  idempotencyKeyOf,
  isPassing,
  takeKey,
  type IdempotencyKey,
} from '../idempotency/keys.ts';
import { answerRepeat, answerVisitor, bookingOfKey } from './answer-booking.ts';
import { bookingAnswer } from './booking-answer.ts';
import { createBooking } from './create-booking.ts';
import { assertBookingComplete } from './required-texts.ts';

/** Pricing, and authorising where the card is in the request; from then on the booking row tells. */
function lockMs({ config }: Context, { paymentDetails }: BookingRequest): number {
  const authorising = config.QUOTE_TIMEOUT_MS + config.STRIPE_TIMEOUT_MS * 3;
  return config.QUOTE_TIMEOUT_MS + (paymentDetails.paymentId ? 0 : authorising) + config.LEASE_MARGIN_MS;
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
      const user = await readUser(request);
      const { row: key, isMine } = await takeKey(
        context,
        'bookings',
        idempotencyKey,
        body,
        lockMs(context, body),
      );
      if (!isMine || key.booking_id) {
        const booking = await bookingOfKey(context, key);
        return send(reply, await answerRepeat(context, { key, booking }, request, reply));
      }
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
        const { is_resumed: isResumed } = await context.db
          .updateTable('idempotency_keys')
          .set({ is_done: true, booking_id: booking.id })
          .where('id', '=', key.id)
          .returning('is_resumed')
          .executeTakeFirstOrThrow();
        // The credentials, which are told once, are left to the page that asks for the answer now. (STATUS-02)
        const isRead = isFirst && !isResumed;
        return send(
          reply,
          await (isRead ? answerVisitor(context, booking, reply) : bookingAnswer(context, booking)),
        );
      } catch (error) {
        const failure = toAppError(error);
        await settleKey(context, key, failure);
        throw failure;
      }
    },
    { preValidation: async ({ body }) => assertBookingComplete(body) },
  );
}
