import { defineEndpoint } from '../../endpoint.ts';
import { bookingDetailSchema, bookingParamsSchema } from '../../schemas/booking.ts';

/** The user's own booking; someone else's is not found. (API-57) */
export const getBooking = defineEndpoint({
  method: 'GET',
  path: '/api/bookings/:id',
  summary: 'One booking',
  params: bookingParamsSchema,
  response: bookingDetailSchema,
  errors: ['BOOKING_ID_REQUIRED', 'BOOKING_NOT_FOUND', 'NOT_AUTHENTICATED', 'SERVICE_UNAVAILABLE'],
});
