import { defineEndpoint } from '../../endpoint.ts';
import { adminSettingsSchema } from '../../schemas/account.ts';

/** Administrators only. (API-77) */
export const getAdminSettings = defineEndpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Administrator settings',
  response: adminSettingsSchema,
  errors: ['NOT_AUTHENTICATED', 'FORBIDDEN'],
});
