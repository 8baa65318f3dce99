import { closeOpenedTripsContract, listOpenedTripsContract } from '@fareline/contracts/services';
import { AppError } from '@fareline/service-kit/app-error';
import { registerRoute } from '@fareline/service-kit/http/register-route';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import { insertAuditEvent } from '../audit/audit-event.repository.ts';
import { formatBookingReference } from '../bookings/format-reference.ts';
import { closeOpenedTrips, listOpenedTrips } from '../bookings/trip-session.ts';
import type { Deps } from '../deps.ts';

/** The owner of a booking sees that codes have opened it elsewhere, and closes it there. (GUARD-07) */
export const openedTripsRoutes = routePlugin(
  { name: 'opened-trips', dependencies: ['sessions'] },
  (app, { db }: Deps) => {
    registerRoute(app, listOpenedTripsContract, async ({ request }) => {
      const trips = await listOpenedTrips(db, requireUser(request).id);
      return {
        trips: trips.map(({ id, browsers, opened_at, ...booking }) => ({
          ...{ id, reference: formatBookingReference(booking), browsers: Number(browsers) },
          openedAt: opened_at.toISOString(),
        })),
      };
    });

    registerRoute(app, closeOpenedTripsContract, async ({ body, request }) => {
      const user = requireUser(request);
      await db.transaction().execute(async (trx) => {
        const opened = await listOpenedTrips(trx, user.id);
        const trips = body.id === undefined ? opened : opened.filter(({ id }) => id === body.id);
        if (body.id !== undefined && trips.length === 0)
          throw new AppError('NOT_FOUND', { message: 'That trip is not open any more.' });
        if (trips.length === 0) return;
        await closeOpenedTrips(
          trx,
          trips.map(({ id }) => id),
        );
        for (const trip of trips)
          await insertAuditEvent(trx, {
            ...{ action: 'trip_closed', actor: 'user', user_id: user.id, ip_address: request.ip },
            subject: formatBookingReference(trip) || trip.id,
            details: { booking: trip.id },
          });
      });
      return { success: true as const, message: 'Closed in all browsers in which a code had opened it.' };
    });
  },
);
