import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { userSchema } from '../accounts/account.schema.ts';
import { sessionKeySchema } from './session-key.schema.ts';
import { checkSession, listSessionKeys } from './endpoints.ts';

export const checkSessionContract = defineContract(checkSession, {
  summary: 'Check a session',
  access: 'service',
  callers: ['payments'],
  body: z.object({ session_id: z.string(), user_id: z.string() }),
  response: z.object({ user: userSchema, isPasswordRecent: z.boolean() }),
  errors: ['NOT_AUTHENTICATED'],
});

export const listSessionKeysContract = defineContract(listSessionKeys, {
  summary: 'Public keys of sessions',
  access: 'service',
  callers: ['payments'],
  response: z.object({ keys: z.array(sessionKeySchema) }),
});
