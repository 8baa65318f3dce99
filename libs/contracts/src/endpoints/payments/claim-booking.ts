import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';

/** Puts a guest's booking into the signed-in user's account, by the token of the link in the confirmation mail. (GUEST-05) */
export const claimBooking = defineEndpoint({
  method: 'POST',
  path: '/api/bookings/claim',
  summary: 'Claim a booking',
  body: z.object({ token: z.string().min(10).max(200) }),
  response: z.object({ id: z.string() }),
  errors: ['LINK_INVALID', 'NOT_AUTHENTICATED', 'SERVICE_UNAVAILABLE'],
});
