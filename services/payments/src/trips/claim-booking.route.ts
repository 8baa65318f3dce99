import { claimBookingContract } from '@fareline/contracts/services';
import { AppError, registerRoute, requireUser, routePlugin } from '@fareline/service-kit';
import type { Deps } from '../deps.ts';
import { hashClaimToken } from '../keyed-hasher.ts';

/** `POST /api/bookings/claim`: assigns the booking of a claim link to the signed-in user; the link works once. (GUEST-05) */
export const claimBookingRoute = routePlugin(
  { name: 'claim-booking', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(app, claimBookingContract, async ({ body, request }) => {
      const user = requireUser(request);
      const hash = hashClaimToken(body.token);
      const claimed = await deps.db
        .updateTable('bookings')
        .set({ user_id: user.id, claim_token_hash: null })
        .where('claim_token_hash', '=', hash)
        .returning('id')
        .executeTakeFirst();
      if (!claimed)
        throw new AppError('LINK_INVALID', { message: 'This link has expired or was used before.' });
      return { id: claimed.id };
    });
  },
);
