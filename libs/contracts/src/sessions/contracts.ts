import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { successSchema, userSchema } from '../accounts/account.schema.ts';
import { sessionAudienceSchema, sessionFactorSchema, sessionKeySchema } from './session-key.schema.ts';
import { ownSessionSchema } from './own-session.schema.ts';
import {
  checkSession,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  listSessionKeys,
} from './endpoints.ts';

export const checkSessionContract = defineContract(checkSession, {
  summary: 'Check a session',
  access: 'service',
  callers: ['payments'],
  body: z.object({ session_id: z.string(), user_id: z.string(), audience: sessionAudienceSchema }),
  response: z.object({ user: userSchema, isRecent: z.boolean(), factor: sessionFactorSchema }),
  errors: ['NOT_AUTHENTICATED'],
});

export const listSessionKeysContract = defineContract(listSessionKeys, {
  summary: 'Public keys of sessions',
  access: 'service',
  callers: ['payments'],
  response: z.object({ keys: z.array(sessionKeySchema) }),
});

export const listOwnSessionsContract = defineContract(listOwnSessions, {
  summary: 'Where the user is signed in',
  access: 'user',
  response: z.object({ sessions: z.array(ownSessionSchema) }),
});

export const endOwnSessionContract = defineContract(endOwnSession, {
  summary: 'Sign out in one browser',
  access: 'user',
  params: z.object({ id: z.uuid() }),
  response: successSchema,
});

export const endOtherSessionsContract = defineContract(endOtherSessions, {
  summary: 'Sign out in all other browsers',
  access: 'user',
  body: z.object({}).nullish(),
  response: successSchema,
});
