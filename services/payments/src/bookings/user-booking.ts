import type { BookingStatus } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit';
import type { BookingState } from '../db/tables/bookings.table.ts';
import type { Database } from '../db/tables.ts';
import type { Booking } from './booking.repository.ts';

/** Failed attempts, which are not shown as bookings. */
export const failedStates: readonly BookingState[] = ['voiding', 'voided'];

const statuses: Partial<Record<BookingState, BookingStatus>> = {
  confirmed: 'confirmed',
  cancelling: 'confirmed',
  refunding: 'cancelled',
  cancelled: 'cancelled',
  completed: 'completed',
};

/** The public status of an internal state. (D38, API-17) */
export const toBookingStatus = (state: BookingState): BookingStatus => statuses[state] ?? 'pending';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A booking of the user. Throws BOOKING_NOT_FOUND for an unknown id and for bookings of other users. (API-57) */
export async function getUserBooking(db: Database, userId: string, id: string): Promise<Booking> {
  const booking = uuid.test(id)
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
