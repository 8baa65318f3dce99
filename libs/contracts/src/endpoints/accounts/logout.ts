import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { successSchema } from '../../schemas/account.ts';

/** Ends the session on the server. (API-76, SECURITY-02) */
export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Sign out',
  body: z.object({}).nullish(),
  response: successSchema,
  errors: ['SERVICE_UNAVAILABLE'],
});
