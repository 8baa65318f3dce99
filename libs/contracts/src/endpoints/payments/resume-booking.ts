import type { Endpoint } from '../../endpoint.ts';
import type { BookingResponse } from '../../schemas/booking.ts';

/**
 * How the booking call that was made with the Idempotency-Key of the header stands, without its body: for a browser that
 * lost the answer or was told `pending`. 200 settled, 202 while pending. The first answer that says confirmed, to the
 * visitor who booked as a guest, has the account's password and a session. (STATUS-02, D57)
 */
export const resumeBooking: Endpoint<{ response: BookingResponse }> = {
  method: 'POST',
  path: '/api/bookings/resume',
  successStatuses: [200, 202],
};
