import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import type { successSchema } from '../accounts/account.schema.ts';
import type {
  BookingDetail,
  BookingListItem,
  BookingProgress,
  bookingParamsSchema,
  bookingRequestSchema,
  BookingResponse,
  CancellationQuote,
} from './booking.schema.ts';

/**
 * Creates the airline order and captures the payment. 201 confirmed, 202 while the order's outcome is unknown. A repeat
 * with the same Idempotency-Key and body returns the current status; only the first confirmed response has the password.
 * A payment or key of another visitor or user is unknown. (API-53, STATUS-02, ACCESS-04, ACCESS-06)
 */
export const createBooking: Endpoint<{
  body: z.input<typeof bookingRequestSchema>;
  response: BookingResponse;
}> = {
  method: 'POST',
  path: '/api/bookings',
  successStatuses: [201, 202],
};

/**
 * Current status of the booking request with the same Idempotency-Key, without its body: for a browser that lost the
 * response or received `pending`. 200 final, 202 while pending. The first confirmed response to the visitor who booked as
 * a guest has the account's password and a session. (STATUS-02)
 */
export const resumeBooking: Endpoint<{ response: BookingResponse }> = {
  method: 'POST',
  path: '/api/bookings/resume',
  successStatuses: [200, 202],
};

/** The signed-in account's bookings, newest first. (API-56) */
export const listBookings: Endpoint<{
  response: BookingListItem[];
}> = {
  method: 'GET',
  path: '/api/bookings',
};

/** One booking of the signed-in account; another account's booking is 404. (API-57) */
export const getBooking: Endpoint<{
  params: z.input<typeof bookingParamsSchema>;
  response: BookingDetail;
}> = {
  method: 'GET',
  path: '/api/bookings/:id',
};

/** The refund if this booking is cancelled now. Has no side effect. (PROVIDER-40) */
export const quoteCancellation: Endpoint<{
  params: z.input<typeof bookingParamsSchema>;
  response: CancellationQuote;
}> = {
  method: 'POST',
  path: '/api/bookings/:id/cancellation-quote',
};

/** Cancels at the airline and refunds the card once. `quote_id` is the quote that the traveller accepted; without it the latest quote applies. (API-58, API-59) */
export const cancelBooking: Endpoint<{
  params: z.input<typeof bookingParamsSchema>;
  body: { quote_id?: string } | null | undefined;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/bookings/:id/cancel',
};

/**
 * Assigns a guest's booking to the signed-in account, by the token in the confirmation email: once, while no other account
 * owns it, and until 30 days after the last arrival. (GUEST-05, ACCESS-05)
 */
export const claimBooking: Endpoint<{
  body: { token: string };
  response: { id: string };
}> = {
  method: 'POST',
  path: '/api/bookings/claim',
};

/**
 * The progress of a booking, by the token of its status page: from its first response until 30 days after the last arrival. The
 * first confirmed response to the visitor who booked as a guest has the account's password and a session. (STATUS-01, STATUS-02)
 */
export const readBookingProgress: Endpoint<{
  body: { token: string };
  response: BookingProgress;
}> = {
  method: 'POST',
  path: '/api/bookings/status',
};

/** Mails a link for setting a password to the address of the booking. The response is the same for everyone. (STATUS-03) */
export const mailPasswordLink: Endpoint<{
  body: { token: string };
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/bookings/status/password-link',
};
