import type { BookingLink } from '@fareline/contracts';
import { createBookingContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { LeaseLostError } from '@fareline/service-kit/db/leases';
import { toAppError } from '@fareline/service-kit/http/error-handler';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { readUser } from '@fareline/service-kit/sessions/session-plugin';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import {
  acquireKey,
  completeKey,
  hashRequest,
  inProgressError,
  isTransient,
  readIdempotencyKey,
  releaseKey,
  startKeyHeartbeat,
  unlockKey,
  type IdempotencyKey,
} from '../idempotency/idempotency-key.repository.ts';
import { createBookingLimit } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { getOrCreateVisitor } from '../access/visitor.ts';
import { buildBookingResponse } from './booking-response.ts';
import { createBooking } from './create-booking.ts';
import { buildRepeatResponse, buildVisitorResponse, findBookingByKey } from './visitor-response.ts';

/** `POST /api/bookings` (API-53) */
export const createBookingRoute = routePlugin(
  { name: 'create-booking', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(
      app,
      createBookingContract,
      async ({ body, request, reply }) => {
        const idempotencyKey = readIdempotencyKey(request);
        await countRequest(deps, createBookingLimit(deps.config), { ipAddress: request.ip });
        const user = await readUser(request);
        const visitor = getOrCreateVisitor(deps, request, reply, user);
        const { row: key, isOwner } = await acquireKey(deps, {
          scope: 'bookings',
          key: idempotencyKey,
          visitor,
          body,
        });
        if (!isOwner || key.booking_id) {
          const booking = await findBookingByKey(deps, key);
          return setStatus(reply, await buildRepeatResponse(deps, { key, booking }, visitor, reply));
        }
        const stopHeartbeat = startKeyHeartbeat(deps, key);
        try {
          const { booking, isNew } = await createBooking(deps, {
            request: body,
            requestHash: hashRequest(deps, 'booking request', body),
            key,
            visitor,
            siteOrigin: await request.findSiteOrigin(),
          }).finally(stopHeartbeat);
          const { is_resumed: isResumed } = await deps.db
            .updateTable('idempotency_keys')
            .set({ is_done: true, booking_id: booking.id })
            .where('id', '=', key.id)
            .returning('is_resumed')
            .executeTakeFirstOrThrow();
          // The credentials are returned only once, so they are left to the request that resumed the attempt. (STATUS-02)
          const isFirstResponse = isNew && !isResumed;
          return setStatus(
            reply,
            await (isFirstResponse
              ? buildVisitorResponse(deps, booking, reply)
              : buildBookingResponse(deps, booking)),
          );
        } catch (error) {
          // The request that has taken the key answers for both.
          if (error instanceof LeaseLostError) throw inProgressError();
          const failure = toAppError(error);
          await completeOrReleaseKey(deps, key, failure);
          throw failure;
        }
      },
      { preValidation: async ({ body }) => assertBookingComplete(body) },
    );
  },
);

/** Throws the first of the four prescribed errors that applies, before any other validation. (ERROR-09 to ERROR-12, API-54) */
function assertBookingComplete(body: unknown): void {
  const { offerId, passengers, paymentDetails } = toObject(body);
  if (!isPresent(offerId)) throw new AppError('BOOKING_OFFER_REQUIRED');
  if (!Array.isArray(passengers) || passengers.length === 0)
    throw new AppError('BOOKING_PASSENGERS_REQUIRED');
  const { amount, currency } = toObject(paymentDetails);
  if (!isPresent(amount) || !isPresent(currency)) throw new AppError('BOOKING_PAYMENT_REQUIRED');
  const hasRequiredFields = (passenger: unknown) => {
    const { firstName, lastName, dateOfBirth } = toObject(passenger);
    return isPresent(firstName) && isPresent(lastName) && isPresent(dateOfBirth);
  };
  if (!passengers.every(hasRequiredFields)) throw new AppError('BOOKING_PASSENGER_INCOMPLETE');
}

const toObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const isPresent = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

function setStatus<Response extends BookingLink>(reply: FastifyReply, response: Response): Response {
  reply.status(response.status === 'pending' ? 202 : 201);
  return response;
}

/** Failures without an effect, after which the key can be used again: a repeat gets the same answer, or does what is possible then. */
const hadNoEffect = (failure: AppError): boolean =>
  isTransient(failure) ||
  ['IDEMPOTENCY_IN_PROGRESS', 'PAYMENT_NOT_FOUND', 'PAYMENT_CHALLENGED'].includes(failure.code);

/** Stores a definite failure as the response of the key; a key whose request had no effect leaves no row. */
async function completeOrReleaseKey(deps: Deps, key: IdempotencyKey, failure: AppError): Promise<void> {
  const row = await deps.db
    .selectFrom('idempotency_keys as keys')
    .leftJoin('payments', 'payments.id', 'keys.payment_id')
    .select(['keys.booking_id', 'payments.state'])
    .where('keys.id', '=', key.id)
    .executeTakeFirst();
  if (row?.booking_id) return completeKey(deps, key.id);
  if (!hadNoEffect(failure)) return completeKey(deps, key.id, failure);
  const isAuthorising = row?.state === 'authorising' && failure.code === 'IDEMPOTENCY_IN_PROGRESS';
  if (row?.state !== 'authorised' && !isAuthorising) return releaseKey(deps, key.id);
  await unlockKey(deps, key.id);
}
