import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { claimBooking } from './claim-booking.ts';

export const claimBookingContract = defineContract(claimBooking, {
  summary: 'Claim a booking',
  access: 'user',
  body: z.object({ token: z.string().min(10).max(200) }),
  response: z.object({ id: z.string() }),
  errors: ['LINK_INVALID', 'NOT_AUTHENTICATED', 'SERVICE_UNAVAILABLE'],
});
