import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { adminLogin } from './admin-login.ts';

export const adminLoginContract = defineContract(adminLogin, {
  summary: 'Verify the administrator',
  access: 'admin',
  body: z.object({}).nullish(),
  response: z.object({ success: z.boolean(), message: z.string() }),
  errors: ['NOT_AUTHENTICATED', 'FORBIDDEN'],
});
