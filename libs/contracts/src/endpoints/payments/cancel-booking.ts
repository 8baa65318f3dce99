import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { successSchema } from '../../schemas/account.ts';
import type { bookingParamsSchema } from '../../schemas/booking.ts';

/** Cancels at the airline and refunds the card once. `quote_id` is the quote that the traveller accepted; without it the latest quote applies. (API-58, API-59, D42) */
export const cancelBooking: Endpoint<{
  params: z.input<typeof bookingParamsSchema>;
  body: { quote_id?: string } | null | undefined;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/bookings/:id/cancel',
};
