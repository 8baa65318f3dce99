import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { successSchema } from '../../schemas/account.ts';
import { logout } from './logout.ts';

export const logoutContract = defineContract(logout, {
  summary: 'Sign out',
  access: 'public',
  body: z.object({}).nullish(),
  response: successSchema,
  errors: ['SERVICE_UNAVAILABLE'],
});
