import { resumeBookingContract } from '@fareline/contracts/services';
import { AppError, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findKey, idempotencyKeyOf, markResumed } from '../idempotency/keys.ts';
import { answerRepeat, bookingOfKey, isOwnBooking } from './answer-booking.ts';

/** `POST /api/bookings/resume`: a browser that has only the key of its attempt left asks how it stands. (STATUS-02, D57) */
export function resumeBookingRoute(app: FastifyInstance, context: Context): void {
  registerRoute(app, resumeBookingContract, async ({ request, reply }) => {
    const key = await findKey(context, 'bookings', idempotencyKeyOf(request));
    if (!key) throw new AppError('BOOKING_NOT_FOUND');
    // A key alone, such as one out of a log, shows no booking. (ACCESS-06)
    const booking = await bookingOfKey(context, key);
    if (booking && !(await isOwnBooking(context, booking, request))) throw new AppError('BOOKING_NOT_FOUND');
    if (booking) await markResumed(context, key.id);
    const answer = await answerRepeat(context, { key, booking }, request, reply);
    reply.status(answer.status === 'pending' ? 202 : 200);
    return answer;
  });
}
