import type { Endpoint } from '../../endpoint.ts';
import type { BookingListItem } from '../../schemas/booking.ts';

/** The signed-in account's bookings, newest first. (API-56) */
export const listBookings: Endpoint<{
  response: BookingListItem[];
}> = {
  method: 'GET',
  path: '/api/bookings',
};
