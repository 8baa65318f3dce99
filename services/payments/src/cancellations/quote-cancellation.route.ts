import { quoteCancellationContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { assertNoWait } from '../bookings/contact-correction.ts';
import { getOwnBooking } from '../bookings/own-booking.ts';
import { requestQuote, toQuoteResponse } from './request-quote.ts';

/** `POST /api/bookings/:id/cancellation-quote` (PROVIDER-40) */
export const quoteCancellationRoute = routePlugin(
  { name: 'quote-cancellation', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(app, quoteCancellationContract, async ({ params, request }) => {
      const booking = await getOwnBooking(deps, request, params.id);
      await assertNoWait(deps.db, booking);
      return toQuoteResponse(deps, booking, await requestQuote(deps, booking, request.ip));
    });
  },
);
