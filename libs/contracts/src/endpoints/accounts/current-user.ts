import { defineEndpoint } from '../../endpoint.ts';
import { userSchema } from '../../schemas/account.ts';

/** The signed-in user, or 401 with "Not authenticated". (API-72) */
export const currentUser = defineEndpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Current user',
  response: userSchema,
  errors: ['NOT_AUTHENTICATED', 'SERVICE_UNAVAILABLE'],
});
