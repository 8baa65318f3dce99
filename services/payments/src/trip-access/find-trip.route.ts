import { randomUUID } from 'node:crypto';
import {
  closeTripContract,
  mailTripCodeContract,
  openTripByLinkContract,
  openTripContract,
} from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { readBrandKey } from '@fareline/service-kit/http/brand-header';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { toClientNetwork } from '@fareline/service-kit/limits/client';
import { countWaiting, insertOutboxRow } from '@fareline/service-kit/outbox';
import type { FastifyRequest } from 'fastify';
import { getOrCreateVisitor, readRequester } from '../access/visitor.ts';
import type { TripSearch } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { requestLimits, tripCodeLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { describeTripSearch } from './find-trip.ts';
import { takeTripCode, takeTripLink } from './trip-code.ts';
import { closeTripSession, setTripCookie } from '../bookings/trip-session.ts';

const mailDelayedSeconds = 60;

/**
 * What requests are counted for: reference, name, network and, if it has asked for the code, the visitor. Whoever knows the reference
 * must not use up the minute of the traveller; all guesses of a code together are limited by its tries. (CARE-03)
 */
const toTarget = ({ ip: ipAddress }: FastifyRequest, search: TripSearch) => ({
  ipAddress,
  target: [describeTripSearch(search), toClientNetwork(ipAddress), search.visitor_hash].join(' '),
});

/** `POST /api/bookings/find`, `/open`, `/open-by-link` and `/close`: a booking without an account, by reference, last name and a mailed code, or the link beside it. (TRIP-06, CARE-03) */
export const findTripRoutes = routePlugin({ name: 'find-trip' }, (app, deps: Deps) => {
  registerRoute(app, mailTripCodeContract, async ({ body, request, reply }) => {
    const search = { ...body, brand: readBrandKey(request), visitor_hash: null };
    await countRequest(deps, requestLimits.tripCode, toTarget(request, search));
    if ((await countWaiting(deps.db, ['trip_code'])) >= tripCodeLimits.waiting)
      throw new AppError('SERVICE_UNAVAILABLE', {
        message: 'Our mail is delayed right now. Please try again in a minute.',
        retryAfterSeconds: mailDelayedSeconds,
        limit: 'mail_queue',
      });
    const { brand, visitor_hash } = getOrCreateVisitor(deps, request, reply, null);
    // Whether there is such a booking is looked up by the job, so that nothing about this answer tells it.
    const row = await insertOutboxRow(deps.db, {
      ...{ kind: 'trip_code', subject: randomUUID() },
      payload: {
        ...{ ...body, brand, visitor_hash },
        network_hash: deps.hasher.hash('network', toClientNetwork(request.ip)),
      },
    });
    if (row) deps.enqueue.outboxEvent(row);
    return {
      success: true as const,
      message:
        'If a trip with this reference and name exists, we have sent a code to the email address of the booking.',
    };
  });

  registerRoute(app, openTripContract, async ({ body: { code, ...search }, request, reply }) => {
    const { visitor_hash } = readRequester(deps, request, null);
    const tripSearch = { ...search, brand: readBrandKey(request), visitor_hash };
    await countRequest(deps, requestLimits.openTrip, toTarget(request, tripSearch));
    const opened = await takeTripCode(deps, tripSearch, code);
    if (!opened) throw new AppError('CODE_INVALID');
    setTripCookie(deps, reply, opened.token);
    return { id: opened.id };
  });

  registerRoute(app, openTripByLinkContract, async ({ body: { token }, request, reply }) => {
    await countRequest(deps, requestLimits.openTripByLink, { ipAddress: request.ip });
    const opened = await takeTripLink(deps, token);
    if (!opened) throw new AppError('LINK_INVALID');
    setTripCookie(deps, reply, opened.token);
    return { id: opened.id };
  });

  registerRoute(app, closeTripContract, async ({ request, reply }) => {
    await closeTripSession(deps, request, reply);
    return { success: true as const, message: 'Your trip is closed in this browser.' };
  });
});
