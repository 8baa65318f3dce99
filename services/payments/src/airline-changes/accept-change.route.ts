import { acceptAirlineChangeContract } from '@fareline/contracts/services';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import type { Deps } from '../deps.ts';
import { requestLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';
import { acceptAirlineChange } from './accept-airline-change.ts';
import { assertNoWait } from '../bookings/contact-correction.ts';
import { getOwnBooking } from '../bookings/own-booking.ts';

/** `POST /api/bookings/:id/accept-change` (TRIP-05) */
export const acceptChangeRoute = routePlugin(
  { name: 'accept-change', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(app, acceptAirlineChangeContract, async ({ params, body, request, reply }) => {
      const booking = await getOwnBooking(deps, request, params.id);
      await countRequest(deps, requestLimits.airlineChange, { ipAddress: request.ip, target: booking.id });
      await assertNoWait(deps.db, booking);
      if ((await acceptAirlineChange(deps, booking, body.change_id, 'the traveller')) === 'accepted')
        return { success: true as const, message: 'You have accepted the new flights.' };
      reply.status(202);
      return {
        ...{ success: true as const, isPending: true },
        message:
          'The airline does not answer yet. We go on telling it that you accept; your trip shows when it knows.',
      };
    });
  },
);
