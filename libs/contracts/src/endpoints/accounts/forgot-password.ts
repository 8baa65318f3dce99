import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { successSchema } from '../../schemas/account.ts';

/** The same answer whether or not an account has the address. (LOGIN-06) */
export const forgotPassword: Endpoint<{
  body: { email: string };
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/forgot-password',
};
