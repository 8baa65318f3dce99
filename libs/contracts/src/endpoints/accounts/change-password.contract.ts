import { defineContract } from '../../contract.ts';
import { changePasswordRequestSchema, successSchema } from '../../schemas/account.ts';
import { changePassword } from './change-password.ts';

export const changePasswordContract = defineContract(changePassword, {
  summary: 'Change the password',
  access: 'user',
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
