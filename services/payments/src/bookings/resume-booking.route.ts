import { resumeBookingContract } from '@fareline/contracts/services';
import { AppError, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findKey, idempotencyKeyOf } from '../idempotency/keys.ts';
import { answerRepeat } from './answer-booking.ts';

/** `POST /api/bookings/resume`: a browser that has only the key of its attempt left asks how it stands. (STATUS-02, D57) */
export function resumeBookingRoute(app: FastifyInstance, context: Context): void {
  registerRoute(app, resumeBookingContract, async ({ request, reply }) => {
    const key = await findKey(context, 'bookings', idempotencyKeyOf(request));
    if (!key) throw new AppError('BOOKING_NOT_FOUND');
    const answer = await answerRepeat(context, key, request, reply);
    reply.status(answer.status === 'pending' ? 202 : 200);
    return answer;
  });
}
