import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { BookingDetail, bookingParamsSchema } from '../../schemas/booking.ts';

/** One booking of the signed-in account; another account's booking is 404. (API-57) */
export const getBooking: Endpoint<{
  params: z.input<typeof bookingParamsSchema>;
  response: BookingDetail;
}> = {
  method: 'GET',
  path: '/api/bookings/:id',
};
