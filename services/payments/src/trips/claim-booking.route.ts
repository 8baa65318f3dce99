import { claimBookingContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import { sql } from 'kysely';
import { insertAuditEvent } from '../audit/audit-event.repository.ts';
import { formatBookingReference } from '../bookings/format-reference.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../keyed-hasher.ts';
import { requestLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';

/**
 * `POST /api/bookings/claim`: assigns the booking of a claim link to the signed-in user. The link works once, only while the
 * booking has no other owner, and until 30 days after the last arrival. (GUEST-05, ACCESS-05)
 */
export const claimBookingRoute = routePlugin(
  { name: 'claim-booking', dependencies: ['sessions'] },
  (app, deps: Deps) => {
    registerRoute(app, claimBookingContract, async ({ body, request }) => {
      const user = requireUser(request);
      await countRequest(deps, requestLimits.claim, { ipAddress: request.ip, target: user.id });
      const hash = hashToken(body.token);
      const claimed = await deps.db.transaction().execute(async (trx) => {
        // One statement, so that of two concurrent claims one succeeds.
        const booking = await trx
          .updateTable('bookings')
          .set({ user_id: user.id, is_claimed: true, claim_token_hash: null })
          .where('claim_token_hash', '=', hash)
          .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', user.id)]))
          .where('last_arrival_at', '>', sql<Date>`now() - interval '30 days'`)
          .returningAll()
          .executeTakeFirst();
        if (booking)
          await insertAuditEvent(trx, {
            action: 'booking_claimed',
            actor: 'user',
            user_id: user.id,
            subject: formatBookingReference(booking) || booking.id,
            details: { booking: booking.id },
            ip_address: request.ip,
          });
        return booking;
      });
      if (!claimed) throw await explainRefusal(deps, hash);
      return { id: claimed.id };
    });
  },
);

/** Why a link was refused: an unused link of an existing booking belongs to another account, or has expired. */
async function explainRefusal({ db }: Deps, hash: string): Promise<AppError> {
  const booking = await db
    .selectFrom('bookings')
    .select('user_id')
    .where('claim_token_hash', '=', hash)
    .executeTakeFirst();
  return new AppError('LINK_INVALID', { message: getRefusalText(booking) });
}

function getRefusalText(booking: { user_id: string | null } | undefined): string {
  if (!booking)
    return 'This link was used before, or a part of it is missing. A booking that was added is in the trips of the account that opened the link.';
  return booking.user_id
    ? 'This booking already belongs to an account. Sign in with the email address that you booked with; “Forgot password” sets a password for it. If that account is deleted, open the booking under Find your trip.'
    : 'This link ended 30 days after your last flight. Please contact us if you need the booking in your trips.';
}
