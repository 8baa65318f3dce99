import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';

/** Makes an account for a guest's booking unless an account has that address. The password is in the first answer for a booking only. (D17, GUEST-01 to GUEST-04) */
export const createGuestAccount = defineEndpoint({
  method: 'POST',
  path: '/internal/guest-accounts',
  summary: 'Guest account',
  body: z.object({ booking_id: z.string(), email: z.email(), first_name: z.string(), last_name: z.string() }),
  response: z.discriminatedUnion('created', [
    z.object({ created: z.literal(false) }),
    z.object({
      created: z.literal(true),
      user_id: z.string(),
      username: z.string(),
      email: z.string(),
      password: z.string().nullable(),
      /** For the session cookie; null in a repeat. */
      session_token: z.string().nullable(),
    }),
  ]),
  errors: ['VALIDATION_ERROR', 'SERVICE_UNAVAILABLE'],
});
