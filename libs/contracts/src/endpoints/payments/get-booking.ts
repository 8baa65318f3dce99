import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { bookingDetailSchema } from '../../schemas/booking.ts';

export const bookingParamsSchema = z.object({ id: z.string().min(1).max(64) });

/** The user's own booking; someone else's is not found. (API-57) */
export const getBooking = defineEndpoint({
  method: 'GET',
  path: '/api/bookings/:id',
  summary: 'One booking',
  params: bookingParamsSchema,
  response: bookingDetailSchema,
  errors: ['BOOKING_ID_REQUIRED', 'BOOKING_NOT_FOUND', 'NOT_AUTHENTICATED', 'SERVICE_UNAVAILABLE'],
});
