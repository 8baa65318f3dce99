import type { BookingRequest, BookingResponse } from '@fareline/contracts';
import { createBookingContract } from '@fareline/contracts/services';
import { readUser, registerRoute, toAppError, type AppError } from '@fareline/service-kit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { parseBrandHeader } from '../cards/process-card.route.ts';
import { getOrCreateVisitor } from '../cards/visitor.ts';
import type { Deps } from '../deps.ts';
import {
  releaseKey,
  completeKey,
  readIdempotencyKey,
  isTransient,
  acquireKey,
  type IdempotencyKey,
} from '../idempotency/idempotency-key.repository.ts';
import { buildRepeatResponse, buildVisitorResponse, findBookingByKey } from './visitor-response.ts';
import { buildBookingResponse } from './booking-response.ts';
import { createBooking } from './create-booking.ts';
import { assertBookingComplete } from './assert-booking-complete.ts';

/** Pricing, and authorising where the card is in the request; from then on the booking row tells. */
function getLockDurationMs({ config }: Deps, { paymentDetails }: BookingRequest): number {
  const authorising = config.QUOTE_TIMEOUT_MS + config.STRIPE_TIMEOUT_MS * 3;
  return config.QUOTE_TIMEOUT_MS + (paymentDetails.paymentId ? 0 : authorising) + config.LEASE_MARGIN_MS;
}

/** Keeps a refusal as the answer, or leaves the key to be used again where the same request may yet succeed. */
async function completeOrReleaseKey(deps: Deps, key: IdempotencyKey, failure: AppError): Promise<void> {
  const row = await deps.db
    .selectFrom('idempotency_keys as keys')
    .leftJoin('payments', 'payments.id', 'keys.payment_id')
    .select(['keys.booking_id', 'payments.state'])
    .where('keys.id', '=', key.id)
    .executeTakeFirst();
  if (row?.booking_id) return completeKey(deps, key.id);
  const isUndecided = isTransient(failure) || failure.code === 'IDEMPOTENCY_IN_PROGRESS';
  if (!isUndecided) return completeKey(deps, key.id, failure);
  if (row?.state !== 'authorised') return releaseKey(deps, key.id);
  await deps.db
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
export function createBookingRoute(app: FastifyInstance, deps: Deps): void {
  const { config, hasher: secrets } = deps;
  registerRoute(
    app,
    createBookingContract,
    async ({ body, request, reply }) => {
      const idempotencyKey = readIdempotencyKey(request);
      const user = await readUser(request);
      const { row: key, isMine } = await acquireKey(
        deps,
        'bookings',
        idempotencyKey,
        body,
        getLockDurationMs(deps, body),
      );
      if (!isMine || key.booking_id) {
        const booking = await findBookingByKey(deps, key);
        return send(reply, await buildRepeatResponse(deps, { key, booking }, request, reply));
      }
      try {
        const origin = request.headers.origin;
        const { booking, isFirst } = await createBooking(deps, {
          request: body,
          requestHash: secrets.hash('booking request', JSON.stringify(body)),
          key,
          user,
          visitor: getOrCreateVisitor(deps, request, reply, user),
          brand: parseBrandHeader(request.headers['x-brand']),
          siteOrigin: (origin && config.SITE_ORIGIN.includes(origin) ? origin : config.SITE_ORIGIN[0]) ?? '',
        });
        const { is_resumed: isResumed } = await deps.db
          .updateTable('idempotency_keys')
          .set({ is_done: true, booking_id: booking.id })
          .where('id', '=', key.id)
          .returning('is_resumed')
          .executeTakeFirstOrThrow();
        // The credentials, which are told once, are left to the page that asks for the answer now. (STATUS-02)
        const isRead = isFirst && !isResumed;
        return send(
          reply,
          await (isRead ? buildVisitorResponse(deps, booking, reply) : buildBookingResponse(deps, booking)),
        );
      } catch (error) {
        const failure = toAppError(error);
        await completeOrReleaseKey(deps, key, failure);
        throw failure;
      }
    },
    { preValidation: async ({ body }) => assertBookingComplete(body) },
  );
}
