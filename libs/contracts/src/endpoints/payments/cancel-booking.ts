import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { successSchema } from '../../schemas/account.ts';
import { bookingParamsSchema } from '../../schemas/booking.ts';

/** Cancels at the airline and refunds the card once. `quote_id` is the quote that the traveller agreed to; without one the newest counts. (API-58, API-59, D42) */
export const cancelBooking = defineEndpoint({
  method: 'POST',
  path: '/api/bookings/:id/cancel',
  summary: 'Cancel a booking',
  params: bookingParamsSchema,
  body: z.object({ quote_id: z.string().optional() }).nullish(),
  response: successSchema,
  errors: [
    'CANCEL_ID_REQUIRED',
    'BOOKING_NOT_FOUND',
    'BOOKING_NOT_CANCELLABLE',
    'CANCELLATION_QUOTE_CHANGED',
    'NOT_AUTHENTICATED',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});
