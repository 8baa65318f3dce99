import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { newPasswordSchema, successSchema } from '../../schemas/account.ts';
import { resetPassword } from './reset-password.ts';

export const resetPasswordContract = defineContract(resetPassword, {
  summary: 'Set a new password',
  access: 'link',
  body: z.object({ token: z.string().min(10).max(200), newPassword: newPasswordSchema }),
  response: successSchema,
  errors: ['VALIDATION_ERROR', 'LINK_INVALID', 'PASSWORD_TOO_COMMON', 'TOO_MANY_REQUESTS'],
});
