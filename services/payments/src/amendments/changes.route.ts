import {
  confirmBookingChangeContract,
  getBookingChangeContract,
  listLaterBagsContract,
  quoteBookingChangeContract,
  searchChangeOffersContract,
} from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { FastifyRequest } from 'fastify';
import { describeChange, getChange } from './amendment.repository.ts';
import type { Booking } from '../bookings/booking.repository.ts';
import { findChangeRefusal } from './changeability.ts';
import { readNow } from '../db/read-now.ts';
import type { Deps } from '../deps.ts';
import { requestLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { assertNoWait } from '../bookings/contact-correction.ts';
import { getOwnBooking } from '../bookings/own-booking.ts';
import { readRequester } from '../access/visitor.ts';
import { agreeChange, findChangeWait } from './agree-change.ts';
import { listLaterBags } from './later-bags.ts';
import { quoteChange } from './quote-change.ts';
import { searchChangeOffers } from './search-change-offers.ts';

/** Other flights and later bags of a booking, for clients that it is shown to. (TRIP-03, TRIP-04) */
export const changeRoutes = routePlugin(
  { name: 'changes', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    /** Counts a request that costs a call to the airline. */
    const getCountedBooking = async (request: FastifyRequest, id: string): Promise<Booking> => {
      const booking = await getOwnBooking(deps, request, id);
      await countRequest(deps, requestLimits.change, { ipAddress: request.ip, target: booking.id });
      return booking;
    };

    registerRoute(app, searchChangeOffersContract, async ({ params, body, request }) => {
      const booking = await getCountedBooking(request, params.id);
      await assertNoWait(deps.db, booking);
      return { offers: await searchChangeOffers(deps, booking, body) };
    });

    registerRoute(app, listLaterBagsContract, async ({ params, request }) => ({
      bags: await listLaterBags(deps, await getCountedBooking(request, params.id)),
    }));

    registerRoute(app, quoteBookingChangeContract, async ({ params, body, request, reply }) => {
      const booking = await getCountedBooking(request, params.id);
      if (body.kind === 'flights') await assertNoWait(deps.db, booking);
      const change = await quoteChange(deps, booking, body);
      reply.status(201);
      return describeChange(deps.db, booking, change);
    });

    registerRoute(app, getBookingChangeContract, async ({ params, request }) => {
      const booking = await getOwnBooking(deps, request, params.id);
      const change = await getChange(deps.db, booking, params.changeId);
      const described = await describeChange(deps.db, booking, change);
      const failure =
        findChangeRefusal(booking, change.kind, await readNow(deps.db)) ??
        (await findChangeWait(deps.db, booking, change));
      // What is shown of a trip that was cancelled meanwhile must not be agreed to.
      return change.state === 'quoted' && failure !== null
        ? { ...described, state: 'failed' as const, failure }
        : described;
    });

    registerRoute(app, confirmBookingChangeContract, async ({ params, body, request, reply }) => {
      const booking = await getCountedBooking(request, params.id);
      const change = await agreeChange(deps, booking, await getChange(deps.db, booking, params.changeId), {
        paymentId: body.payment_id,
        requester: readRequester(deps, request, request.user),
      });
      if (change.state === 'failed')
        throw new AppError('BOOKING_CHANGE_REFUSED', change.failure ? { message: change.failure } : {});
      reply.status(change.state === 'agreed' ? 202 : 200);
      return describeChange(deps.db, booking, change);
    });
  },
);
