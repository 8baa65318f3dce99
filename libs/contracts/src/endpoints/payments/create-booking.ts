import { defineEndpoint } from '../../endpoint.ts';
import { bookingRequestSchema, bookingResponseSchema } from '../../schemas/booking.ts';

/**
 * Orders at the airline and captures the named payment. 201 confirmed, 202 while the airline's answer is unknown. A
 * repeat with the same Idempotency-Key and body answers with how it stands, without the password. (API-53, D3, D35, D38)
 */
export const createBooking = defineEndpoint({
  method: 'POST',
  path: '/api/bookings',
  summary: 'Book an offer',
  body: bookingRequestSchema,
  response: bookingResponseSchema,
  successStatuses: [201, 202],
  errors: [
    'BOOKING_OFFER_REQUIRED',
    'BOOKING_PASSENGERS_REQUIRED',
    'BOOKING_PAYMENT_REQUIRED',
    'BOOKING_PASSENGER_INCOMPLETE',
    'VALIDATION_ERROR',
    'AMOUNT_MISMATCH',
    'PRICE_CHANGED',
    'OFFER_NOT_FOUND',
    'OFFER_EXPIRED',
    'OFFER_UNAVAILABLE',
    'SEAT_UNAVAILABLE',
    'BOOKING_REFUSED',
    'PAYMENT_FAILED',
    'PAYMENT_NOT_FOUND',
    'PAYMENT_UNAVAILABLE',
    'TOO_MANY_ATTEMPTS',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_IN_PROGRESS',
    'SERVICE_UNAVAILABLE',
  ],
});
