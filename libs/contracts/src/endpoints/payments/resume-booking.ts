import type { Endpoint } from '../../endpoint.ts';
import type { BookingResponse } from '../../schemas/booking.ts';

/**
 * Current status of the booking request with the same Idempotency-Key, without its body: for a browser that lost the
 * response or received `pending`. 200 final, 202 while pending. The first confirmed response to the visitor who booked as
 * a guest has the account's password and a session. (STATUS-02, D57)
 */
export const resumeBooking: Endpoint<{ response: BookingResponse }> = {
  method: 'POST',
  path: '/api/bookings/resume',
  successStatuses: [200, 202],
};
