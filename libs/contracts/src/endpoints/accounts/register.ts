import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { registerRequestSchema, successSchema } from '../../schemas/account.ts';

/** Creates an account without signing in. (API-74) */
export const register: Endpoint<{
  body: z.input<typeof registerRequestSchema>;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/register',
};
