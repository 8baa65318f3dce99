import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { changePasswordRequestSchema, successSchema } from '../../schemas/account.ts';

/** Ends all other sessions of the account and issues a new one to this browser. (API-75, SECURITY-03) */
export const changePassword: Endpoint<{
  body: z.input<typeof changePasswordRequestSchema>;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/change-password',
};
