import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { successSchema } from '../../schemas/account.ts';

/** The same answer whether or not an account has the address. (LOGIN-06) */
export const forgotPassword = defineEndpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Ask for a reset link',
  body: z.object({ email: z.email('Invalid email').max(254) }),
  response: successSchema,
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
});
