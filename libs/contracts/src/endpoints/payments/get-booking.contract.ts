import { defineContract } from '../../contract.ts';
import { bookingDetailSchema, bookingParamsSchema } from '../../schemas/booking.ts';
import { getBooking } from './get-booking.ts';

export const getBookingContract = defineContract(getBooking, {
  summary: 'One booking',
  access: 'owner',
  params: bookingParamsSchema,
  response: bookingDetailSchema,
  errors: ['BOOKING_ID_REQUIRED', 'BOOKING_NOT_FOUND', 'NOT_AUTHENTICATED', 'SERVICE_UNAVAILABLE'],
});
