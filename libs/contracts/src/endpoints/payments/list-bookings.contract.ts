import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { bookingListItemSchema } from '../../schemas/booking.ts';
import { listBookings } from './list-bookings.ts';

export const listBookingsContract = defineContract(listBookings, {
  summary: 'My bookings',
  access: 'user',
  response: z.array(bookingListItemSchema),
  errors: ['NOT_AUTHENTICATED', 'SERVICE_UNAVAILABLE'],
});
