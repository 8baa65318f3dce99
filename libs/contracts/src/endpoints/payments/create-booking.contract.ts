import { defineContract } from '../../contract.ts';
import { bookingRequestSchema, bookingResponseSchema } from '../../schemas/booking.ts';
import { createBooking } from './create-booking.ts';

export const createBookingContract = defineContract(createBooking, {
  summary: 'Book an offer',
  access: 'public',
  body: bookingRequestSchema,
  response: bookingResponseSchema,
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
