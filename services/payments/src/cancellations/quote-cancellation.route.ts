import { quoteCancellationContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import type { Deps } from '../deps.ts';
import { getUserBooking } from '../trips/user-booking.ts';
import { requestQuote, toQuoteResponse } from './request-quote.ts';

/** `POST /api/bookings/:id/cancellation-quote` (PROVIDER-40) */
export const quoteCancellationRoute = routePlugin(
  { name: 'quote-cancellation', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(app, quoteCancellationContract, async ({ params, request }) => {
      const user = requireUser(request);
      const booking = await getUserBooking(deps.db, user.id, params.id);
      return toQuoteResponse(deps, booking, await requestQuote(deps, booking, request.ip));
    });
  },
);
