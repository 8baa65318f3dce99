import { defineContract } from '../../contract.ts';
import { bookingResponseSchema } from '../../schemas/booking.ts';
import { resumeBooking } from './resume-booking.ts';

export const resumeBookingContract = defineContract(resumeBooking, {
  summary: 'Resume a booking attempt',
  access: 'public',
  response: bookingResponseSchema,
  errors: [
    'BOOKING_NOT_FOUND',
    'BOOKING_REFUSED',
    'PRICE_CHANGED',
    'OFFER_EXPIRED',
    'OFFER_UNAVAILABLE',
    'SEAT_UNAVAILABLE',
    'PAYMENT_FAILED',
    'PAYMENT_UNAVAILABLE',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_IN_PROGRESS',
    'SERVICE_UNAVAILABLE',
  ],
});
