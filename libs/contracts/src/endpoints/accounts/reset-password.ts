import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { newPasswordSchema, successSchema } from '../../schemas/account.ts';

/** The mailed link works once and for an hour. (LOGIN-07) */
export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password',
  body: z.object({ token: z.string().min(10).max(200), newPassword: newPasswordSchema }),
  response: successSchema,
  errors: ['VALIDATION_ERROR', 'LINK_INVALID', 'PASSWORD_TOO_COMMON', 'TOO_MANY_REQUESTS'],
});
