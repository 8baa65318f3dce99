import { defineContract } from '../../contract.ts';
import { registerRequestSchema, successSchema } from '../../schemas/account.ts';
import { register } from './register.ts';

export const registerContract = defineContract(register, {
  summary: 'Sign up',
  access: 'public',
  body: registerRequestSchema,
  response: successSchema,
  errors: ['VALIDATION_ERROR', 'USERNAME_TAKEN', 'EMAIL_TAKEN', 'PASSWORD_TOO_COMMON', 'TOO_MANY_REQUESTS'],
});
