import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { successSchema } from '../../schemas/account.ts';
import { bookingParamsSchema } from '../../schemas/booking.ts';
import { cancelBooking } from './cancel-booking.ts';

export const cancelBookingContract = defineContract(cancelBooking, {
  summary: 'Cancel a booking',
  access: 'owner',
  params: bookingParamsSchema,
  body: z.object({ quote_id: z.string().optional() }).nullish(),
  response: successSchema,
  errors: [
    'CANCEL_ID_REQUIRED',
    'BOOKING_NOT_FOUND',
    'BOOKING_NOT_CANCELLABLE',
    'CANCELLATION_QUOTE_CHANGED',
    'NOT_AUTHENTICATED',
    'PROVIDER_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ],
});
