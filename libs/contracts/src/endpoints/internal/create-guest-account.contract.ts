import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { createGuestAccount } from './create-guest-account.ts';

export const createGuestAccountContract = defineContract(createGuestAccount, {
  summary: 'Guest account',
  access: 'service',
  body: z.object({
    booking_id: z.string(),
    email: z.email(),
    first_name: z.string(),
    last_name: z.string(),
    with_credentials: z.boolean(),
  }),
  response: z.discriminatedUnion('created', [
    z.object({ created: z.literal(false) }),
    z.object({
      created: z.literal(true),
      user_id: z.string(),
      username: z.string(),
      email: z.string(),
      password: z.string().nullable(),
      session_token: z.string().nullable(),
    }),
  ]),
  errors: ['VALIDATION_ERROR', 'SERVICE_UNAVAILABLE'],
});
