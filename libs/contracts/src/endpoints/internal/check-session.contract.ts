import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { userSchema } from '../../schemas/account.ts';
import { checkSession } from './check-session.ts';

export const checkSessionContract = defineContract(checkSession, {
  summary: 'Check a session',
  access: 'service',
  body: z.object({ session_id: z.string(), user_id: z.string() }),
  response: userSchema,
  errors: ['NOT_AUTHENTICATED', 'SERVICE_UNAVAILABLE'],
});
