import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { loginRequestSchema, loginResponseSchema } from '../../schemas/account.ts';

/** Sets the session cookie. Accepts a username or an email address. (API-73, D20) */
export const login: Endpoint<{
  body: z.input<typeof loginRequestSchema>;
  response: z.output<typeof loginResponseSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/login',
};
