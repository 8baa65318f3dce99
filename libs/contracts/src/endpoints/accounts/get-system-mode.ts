import { defineEndpoint } from '../../endpoint.ts';
import { systemModeSchema } from '../../schemas/account.ts';

/** Test or live. (MODE-01) */
export const getSystemMode = defineEndpoint({
  method: 'GET',
  path: '/api/system/mode',
  summary: 'System mode',
  response: systemModeSchema,
  errors: ['SERVICE_UNAVAILABLE'],
});
