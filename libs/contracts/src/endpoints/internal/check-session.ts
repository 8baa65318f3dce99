import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { userSchema } from '../../schemas/account.ts';

/** Whether a session is still alive; asked for each request that needs one, so that a sign-out counts everywhere at once. (D21) */
export const checkSession = defineEndpoint({
  method: 'POST',
  path: '/internal/sessions/check',
  summary: 'Check a session',
  body: z.object({ session_id: z.string(), user_id: z.string() }),
  response: userSchema,
  errors: ['NOT_AUTHENTICATED', 'SERVICE_UNAVAILABLE'],
});
