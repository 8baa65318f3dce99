import { AppError } from '@fareline/service-kit/app-error';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import { requireUser } from '@fareline/service-kit/sessions/session-plugin';
import type { FastifyRequest } from 'fastify';
import { failedStates, type Booking } from './booking.repository.ts';
import type { Deps } from '../deps.ts';
import { findOpenTrip } from './trip-session.ts';

/**
 * A booking of the signed-in user, or that which a code has opened in the browser. Throws NOT_AUTHENTICATED without either, and
 * BOOKING_NOT_FOUND for an unknown id and for all other bookings. (API-57, TRIP-06)
 */
export async function getOwnBooking(
  deps: Pick<Deps, 'config' | 'db'>,
  request: FastifyRequest,
  id: string,
): Promise<Booking> {
  const openTrip = await findOpenTrip(deps, request);
  const userId = openTrip === undefined ? requireUser(request).id : request.user?.id;
  const booking = isUuid(id)
    ? await deps.db
        .selectFrom('bookings')
        .selectAll()
        .where('id', '=', id)
        .where((eb) =>
          eb.or([
            ...(userId === undefined ? [] : [eb('user_id', '=', userId)]),
            ...(openTrip === undefined ? [] : [eb('id', '=', openTrip)]),
          ]),
        )
        .where('state', 'not in', failedStates)
        .executeTakeFirst()
    : undefined;
  if (!booking) throw new AppError('BOOKING_NOT_FOUND');
  return booking;
}

/** Rejects a path with an empty id with its own message, before any other check. (ERROR-13) */
export const requireIdParam =
  (code: 'BOOKING_ID_REQUIRED' | 'CANCEL_ID_REQUIRED') =>
  async ({ params }: { params: unknown }): Promise<void> => {
    const { id } = params as { id?: string };
    if (!id?.trim()) throw new AppError(code);
  };
