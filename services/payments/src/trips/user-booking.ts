import { AppError } from '@fareline/service-kit/app-error';
import { isUuid } from '@fareline/service-kit/db/is-uuid';
import type { Booking } from '../bookings/booking.repository.ts';
import type { BookingState, Database } from '../db/schema.ts';

/** Failed attempts, which are not shown as bookings. */
export const failedStates: readonly BookingState[] = ['voiding', 'voided'];

/** A booking of the user. Throws BOOKING_NOT_FOUND for an unknown id and for bookings of other users. (API-57) */
export async function getUserBooking(db: Database, userId: string, id: string): Promise<Booking> {
  const booking = isUuid(id)
    ? await db
        .selectFrom('bookings')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
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
