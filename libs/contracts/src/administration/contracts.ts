import { z } from 'zod';
import { defineContract } from '../contract.ts';
import {
  adminSettingsSchema,
  confirmPasswordRequestSchema,
  successSchema,
  systemModeSchema,
} from '../accounts/account.schema.ts';
import {
  adminLogin,
  getAdminSettings,
  getProviderKeys,
  getSystemMode,
  saveAdminSettings,
} from './endpoints.ts';
import { providerKeysSchema } from './provider-keys.schema.ts';

export const getSystemModeContract = defineContract(getSystemMode, {
  summary: 'System mode',
  access: 'public',
  response: systemModeSchema,
});

export const adminLoginContract = defineContract(adminLogin, {
  summary: 'Verify the administrator',
  access: 'admin',
  recent: { notNeeded: 'It is where the password is entered, or found to be recent.' },
  body: confirmPasswordRequestSchema.partial().nullish(),
  response: successSchema,
  errors: ['CURRENT_PASSWORD_WRONG', 'PASSWORD_REQUIRED'],
});

export const getAdminSettingsContract = defineContract(getAdminSettings, {
  summary: 'Administrator settings',
  access: 'admin',
  notAudited: 'Settings are about no person.',
  response: adminSettingsSchema,
});

export const saveAdminSettingsContract = defineContract(saveAdminSettings, {
  summary: 'Switch the mode',
  access: 'admin',
  recent: true,
  body: z.object({ enableLiveMode: z.boolean() }),
  response: z.object({ enableLiveMode: z.boolean() }),
  errors: ['LIVE_MODE_UNAVAILABLE'],
});

export const getProviderKeysContract = defineContract(getProviderKeys, {
  summary: 'Settings that live mode needs',
  access: 'service',
  callers: ['accounts'],
  response: providerKeysSchema,
});
