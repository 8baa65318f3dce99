import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { BookingDetail, bookingParamsSchema } from '../../schemas/booking.ts';

/** The user's own booking; someone else's is not found. (API-57) */
export const getBooking: Endpoint<{
  params: z.input<typeof bookingParamsSchema>;
  response: BookingDetail;
}> = {
  method: 'GET',
  path: '/api/bookings/:id',
};
