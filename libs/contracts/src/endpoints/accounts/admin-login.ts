import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';

/** Verifies and refreshes an administrator's session. (API-79) */
export const adminLogin = defineEndpoint({
  method: 'POST',
  path: '/api/admin/login',
  summary: 'Verify the administrator',
  body: z.object({}).nullish(),
  response: z.object({ success: z.boolean(), message: z.string() }),
  errors: ['NOT_AUTHENTICATED', 'FORBIDDEN'],
});
