import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { bookingParamsSchema, CancellationQuote } from '../../schemas/booking.ts';

/** The refund if this booking is cancelled now. Has no side effect. (D42) */
export const quoteCancellation: Endpoint<{
  params: z.input<typeof bookingParamsSchema>;
  response: CancellationQuote;
}> = {
  method: 'POST',
  path: '/api/bookings/:id/cancellation-quote',
};
