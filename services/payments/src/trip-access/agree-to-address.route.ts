import { agreeToAddressContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { sql } from 'kysely';
import { insertAuditEvent } from '../audit/audit-event.repository.ts';
import { getBooking } from '../bookings/booking.repository.ts';
import { formatBookingReference } from '../bookings/format-reference.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../keyed-hasher.ts';
import { requestLimits } from '../limits.ts';
import { countRequest } from '../limits/request-limit.ts';

/** `POST /api/bookings/address-change`: the former address of a booking has nothing against its correction. Repeatable. (GUARD-11) */
export const agreeToAddressRoute = routePlugin({ name: 'agree-to-address' }, (app, deps: Deps) => {
  registerRoute(app, agreeToAddressContract, async ({ body: { token }, request }) => {
    await countRequest(deps, requestLimits.agreeToAddress, { ipAddress: request.ip });
    await deps.db.transaction().execute(async (trx) => {
      const correction = await trx
        .selectFrom('contact_corrections')
        .select(['booking_id', 'agreed_at'])
        .where('token_hash', '=', hashToken(token))
        .forUpdate()
        .executeTakeFirst();
      if (!correction)
        throw new AppError('LINK_INVALID', {
          message:
            'This link has ended: the address was corrected again, or that was long ago. Please use the newest email, or contact us.',
        });
      if (correction.agreed_at) return;
      await trx
        .updateTable('contact_corrections')
        .set({ agreed_at: sql<Date>`now()` })
        .where('booking_id', '=', correction.booking_id)
        .execute();
      const booking = await getBooking(trx, correction.booking_id);
      await insertAuditEvent(trx, {
        ...{ action: 'address_confirmed', actor: 'user', user_id: null, ip_address: request.ip },
        subject: formatBookingReference(booking) || booking.id,
        details: { booking: booking.id },
      });
    });
    return {
      success: true as const,
      message: 'Thank you. Cancelling and changing wait no longer.',
    };
  });
});
