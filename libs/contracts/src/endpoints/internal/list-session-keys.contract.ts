import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { sessionKeySchema } from '../../schemas/session-key.ts';
import { listSessionKeys } from './list-session-keys.ts';

export const listSessionKeysContract = defineContract(listSessionKeys, {
  summary: 'Public keys of sessions',
  access: 'service',
  response: z.object({ keys: z.array(sessionKeySchema) }),
  errors: ['SERVICE_UNAVAILABLE'],
});
