import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import type { providerKeysSchema } from './provider-keys.schema.ts';
import type { AdminSettings, successSchema, SystemMode } from '../accounts/account.schema.ts';

/** Test or live. (MODE-01) */
export const getSystemMode: Endpoint<{
  response: SystemMode;
}> = {
  method: 'GET',
  path: '/api/system/mode',
};

/** Verifies and refreshes an administrator's session; asks for the password 10 minutes after the sign-in. (API-79, ACCOUNT-06) */
export const adminLogin: Endpoint<{
  body: { password?: string | undefined } | null | undefined;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/admin/login',
};

/** Administrators only. (API-77) */
export const getAdminSettings: Endpoint<{
  response: AdminSettings;
}> = {
  method: 'GET',
  path: '/api/admin/settings',
};

/** Switches the mode; live mode requires the provider's keys. Administrators only. (API-78, MODE-03) */
export const saveAdminSettings: Endpoint<{
  body: { enableLiveMode: boolean };
  response: { enableLiveMode: boolean };
}> = {
  method: 'POST',
  path: '/api/admin/settings',
};

/** The modes for which flights or payments has keys; both services answer it. (MODE-03) */
export const getProviderKeys: Endpoint<{
  response: z.output<typeof providerKeysSchema>;
}> = {
  method: 'GET',
  path: '/internal/providers',
};
