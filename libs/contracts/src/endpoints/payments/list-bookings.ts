import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { bookingListItemSchema } from '../../schemas/booking.ts';

/** The signed-in user's bookings, newest first. (API-56) */
export const listBookings = defineEndpoint({
  method: 'GET',
  path: '/api/bookings',
  summary: 'My bookings',
  response: z.array(bookingListItemSchema),
  errors: ['NOT_AUTHENTICATED', 'SERVICE_UNAVAILABLE'],
});
