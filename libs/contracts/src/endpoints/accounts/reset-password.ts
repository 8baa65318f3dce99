import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { successSchema } from '../../schemas/account.ts';

/** The emailed link is valid once and for one hour. (LOGIN-07) */
export const resetPassword: Endpoint<{
  body: { token: string; newPassword: string };
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/reset-password',
};
