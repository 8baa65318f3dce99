import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { bookingRequestSchema, BookingResponse } from '../../schemas/booking.ts';

/**
 * Creates the airline order and captures the payment. 201 confirmed, 202 while the order's outcome is unknown. A repeat
 * with the same Idempotency-Key and body returns the current status; only the first confirmed response has the password.
 * (API-53, D3, D35, D38, STATUS-02)
 */
export const createBooking: Endpoint<{
  body: z.input<typeof bookingRequestSchema>;
  response: BookingResponse;
}> = {
  method: 'POST',
  path: '/api/bookings',
  successStatuses: [201, 202],
};
