import { z } from 'zod';
import { defineContract } from '../../contract.ts';
import { saveAdminSettings } from './save-admin-settings.ts';

export const saveAdminSettingsContract = defineContract(saveAdminSettings, {
  summary: 'Switch the mode',
  access: 'admin',
  body: z.object({ enableLiveMode: z.boolean() }),
  response: z.object({ enableLiveMode: z.boolean() }),
  errors: ['VALIDATION_ERROR', 'LIVE_MODE_UNAVAILABLE', 'NOT_AUTHENTICATED', 'FORBIDDEN'],
});
