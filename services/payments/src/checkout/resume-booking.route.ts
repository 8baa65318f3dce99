import { resumeBookingContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { readUser } from '@fareline/service-kit/sessions/session-plugin';
import type { Deps } from '../deps.ts';
import { findKey, markResumed, readIdempotencyKey } from '../idempotency/idempotency-key.repository.ts';
import { requestLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { readRequester } from '../access/visitor.ts';
import { buildRepeatResponse, findBookingByKey } from './visitor-response.ts';

/** `POST /api/bookings/resume`: the state of an attempt, by its idempotency key, after the page was reloaded. (STATUS-02) */
export const resumeBookingRoute = routePlugin(
  { name: 'resume-booking', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(app, resumeBookingContract, async ({ request, reply }) => {
      const idempotencyKey = readIdempotencyKey(request);
      const user = await readUser(request).catch(() => null);
      const requester = readRequester(deps, request, user);
      const target = `${requester.visitor_hash} ${idempotencyKey}`;
      await countRequest(deps, requestLimits.resume, { ipAddress: request.ip, target });
      const key = await findKey(deps, 'bookings', idempotencyKey, requester);
      if (!key) throw new AppError('BOOKING_NOT_FOUND');
      const booking = await findBookingByKey(deps, key);
      if (booking && key.is_own) await markResumed(deps, key.id);
      const response = await buildRepeatResponse(deps, { key, booking }, requester, reply);
      reply.status(response.status === 'pending' ? 202 : 200);
      return response;
    });
  },
);
