import { defineContract } from '../../contract.ts';
import { adminSettingsSchema } from '../../schemas/account.ts';
import { getAdminSettings } from './get-admin-settings.ts';

export const getAdminSettingsContract = defineContract(getAdminSettings, {
  summary: 'Administrator settings',
  access: 'admin',
  response: adminSettingsSchema,
  errors: ['NOT_AUTHENTICATED', 'FORBIDDEN'],
});
