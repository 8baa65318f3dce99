import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { successSchema } from '../../schemas/account.ts';
import { forgotPassword } from './forgot-password.ts';

export const forgotPasswordContract = defineContract(forgotPassword, {
  summary: 'Ask for a reset link',
  access: 'public',
  body: z.object({ email: z.email('Invalid email').max(254) }),
  response: successSchema,
  errors: ['VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
});
