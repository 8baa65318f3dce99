import { defineEndpoint } from '../../endpoint.ts';
import { changePasswordRequestSchema, successSchema } from '../../schemas/account.ts';

/** Ends every other session and gives this browser a new one. (API-75, SECURITY-03) */
export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change the password',
  body: changePasswordRequestSchema,
  response: successSchema,
  errors: [
    'VALIDATION_ERROR',
    'CURRENT_PASSWORD_WRONG',
    'PASSWORD_TOO_COMMON',
    'NOT_AUTHENTICATED',
    'TOO_MANY_REQUESTS',
  ],
});
