import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { bookingRequestSchema, BookingResponse } from '../../schemas/booking.ts';

/**
 * Orders at the airline and captures the named payment. 201 confirmed, 202 while the airline's answer is unknown. A
 * repeat with the same Idempotency-Key and body answers with how it stands; the password is in the first answer that says
 * confirmed. (API-53, D3, D35, D38, STATUS-02)
 */
export const createBooking: Endpoint<{
  body: z.input<typeof bookingRequestSchema>;
  response: BookingResponse;
}> = {
  method: 'POST',
  path: '/api/bookings',
  successStatuses: [201, 202],
};
