import { defineEndpoint } from '../../endpoint.ts';
import { loginRequestSchema, loginResponseSchema } from '../../schemas/account.ts';

/** Sets the session cookie. A user name or an e-mail address will do. (API-73, D20) */
export const login = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in',
  body: loginRequestSchema,
  response: loginResponseSchema,
  errors: ['VALIDATION_ERROR', 'INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
});
