import { claimBookingContract } from '@fareline/contracts/services';
import { AppError, registerRoute, requireUser } from '@fareline/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { hashClaimToken } from '../keyed-hasher.ts';

/** `POST /api/bookings/claim`: assigns the booking of a claim link to the signed-in user; the link works once. (GUEST-05) */
export function claimBookingRoute(app: FastifyInstance, deps: Deps): void {
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
}
