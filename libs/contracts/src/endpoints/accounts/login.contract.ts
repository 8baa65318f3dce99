import { defineContract } from '../../contract.ts';
import { loginRequestSchema, loginResponseSchema } from '../../schemas/account.ts';
import { login } from './login.ts';

export const loginContract = defineContract(login, {
  summary: 'Sign in',
  access: 'public',
  body: loginRequestSchema,
  response: loginResponseSchema,
  errors: ['VALIDATION_ERROR', 'INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
});
