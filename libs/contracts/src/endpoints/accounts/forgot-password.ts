import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { successSchema } from '../../schemas/account.ts';

/** Returns the same response whether or not an account has the email address. (LOGIN-06) */
export const forgotPassword: Endpoint<{
  body: { email: string };
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/forgot-password',
};
