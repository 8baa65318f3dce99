import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';

/** Switches the mode; live needs the provider's keys. Administrators only. (API-78, MODE-03) */
export const saveAdminSettings = defineEndpoint({
  method: 'POST',
  path: '/api/admin/settings',
  summary: 'Switch the mode',
  body: z.object({ enableLiveMode: z.boolean() }),
  response: z.object({ enableLiveMode: z.boolean() }),
  errors: ['VALIDATION_ERROR', 'LIVE_MODE_UNAVAILABLE', 'NOT_AUTHENTICATED', 'FORBIDDEN'],
});
