import { defineEndpoint } from '../../endpoint.ts';
import { cancellationQuoteSchema } from '../../schemas/booking.ts';
import { bookingParamsSchema } from '../../schemas/booking.ts';

/** What comes back if this booking is cancelled now. Changes nothing. (D42) */
export const quoteCancellation = defineEndpoint({
  method: 'POST',
  path: '/api/bookings/:id/cancellation-quote',
  summary: 'Quote a cancellation',
  params: bookingParamsSchema,
  response: cancellationQuoteSchema,
  errors: [
    'BOOKING_NOT_FOUND',
    'BOOKING_NOT_CANCELLABLE',
    'NOT_AUTHENTICATED',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});
