import { randomUUID } from 'node:crypto';
import { closeTripContract, mailTripCodeContract, openTripContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { readBrandKey } from '@fareline/service-kit/http/brand-header';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { countWaiting, insertOutboxRow } from '@fareline/service-kit/outbox';
import type { Deps } from '../deps.ts';
import { requestLimits, tripCodeLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { toPlainReference } from './find-trip.ts';
import { takeTripCode } from './trip-code.ts';
import { closeTripSession, openTripSession } from '../bookings/trip-session.ts';

const mailDelayedSeconds = 60;

/** `POST /api/bookings/find`, `/open` and `/close`: a booking without an account, by reference, last name and a mailed code. (TRIP-06) */
export const findTripRoutes = routePlugin({ name: 'find-trip' }, (app, deps: Deps) => {
  registerRoute(app, mailTripCodeContract, async ({ body, request }) => {
    const target = toPlainReference(body.reference);
    await countRequest(deps, requestLimits.tripCode, { ipAddress: request.ip, target });
    if ((await countWaiting(deps.db, ['trip_code'])) >= tripCodeLimits.waiting)
      throw new AppError('SERVICE_UNAVAILABLE', {
        message: 'Our mail is delayed right now. Please try again in a minute.',
        retryAfterSeconds: mailDelayedSeconds,
        limit: 'mail_queue',
      });
    // Whether there is such a booking is looked up by the job, so that nothing about this answer tells it.
    const row = await insertOutboxRow(deps.db, {
      ...{ kind: 'trip_code', subject: randomUUID() },
      payload: { ...body, brand: readBrandKey(request) },
    });
    if (row) deps.enqueue.outboxEvent(row);
    return {
      success: true as const,
      message:
        'If a trip with this reference and name exists, we have sent a code to the email address of the booking.',
    };
  });

  registerRoute(app, openTripContract, async ({ body: { code, ...search }, request, reply }) => {
    const target = toPlainReference(search.reference);
    await countRequest(deps, requestLimits.openTrip, { ipAddress: request.ip, target });
    const id = await takeTripCode(deps, { ...search, brand: readBrandKey(request) }, code);
    if (id === undefined) throw new AppError('CODE_INVALID');
    await openTripSession(deps, reply, id);
    return { id };
  });

  registerRoute(app, closeTripContract, async ({ request, reply }) => {
    await closeTripSession(deps, request, reply);
    return { success: true as const, message: 'Your trip is closed in this browser.' };
  });
});
