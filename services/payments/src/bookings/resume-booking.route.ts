import { resumeBookingContract } from '@fareline/contracts/services';
import { AppError, registerRoute } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { findKey, readIdempotencyKey, markResumed } from '../idempotency/idempotency-key.repository.ts';
import { buildRepeatResponse, findBookingByKey, canReadBooking } from './visitor-response.ts';

/** `POST /api/bookings/resume`: a browser that has only the key of its attempt left asks how it stands. (STATUS-02, D57) */
export function resumeBookingRoute(app: FastifyInstance, deps: Deps): void {
  registerRoute(app, resumeBookingContract, async ({ request, reply }) => {
    const key = await findKey(deps, 'bookings', readIdempotencyKey(request));
    if (!key) throw new AppError('BOOKING_NOT_FOUND');
    // A key alone, such as one out of a log, shows no booking. (ACCESS-06)
    const booking = await findBookingByKey(deps, key);
    if (booking && !(await canReadBooking(deps, booking, request))) throw new AppError('BOOKING_NOT_FOUND');
    if (booking) await markResumed(deps, key.id);
    const answer = await buildRepeatResponse(deps, { key, booking }, request, reply);
    reply.status(answer.status === 'pending' ? 202 : 200);
    return answer;
  });
}
