import { defineContract } from '../../contract.ts';
import { systemModeSchema } from '../../schemas/account.ts';
import { getSystemMode } from './get-system-mode.ts';

export const getSystemModeContract = defineContract(getSystemMode, {
  summary: 'System mode',
  access: 'public',
  response: systemModeSchema,
  errors: ['SERVICE_UNAVAILABLE'],
});
