import { defineEndpoint } from '../../endpoint.ts';
import { registerRequestSchema, successSchema } from '../../schemas/account.ts';

/** Makes an account; does not sign in. (API-74) */
export const register = defineEndpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Sign up',
  body: registerRequestSchema,
  response: successSchema,
  errors: ['VALIDATION_ERROR', 'USERNAME_TAKEN', 'EMAIL_TAKEN', 'PASSWORD_TOO_COMMON', 'TOO_MANY_REQUESTS'],
});
