import type { Endpoint } from '../../endpoint.ts';

/** Switches the mode; live mode requires the provider's keys. Administrators only. (API-78, MODE-03) */
export const saveAdminSettings: Endpoint<{
  body: { enableLiveMode: boolean };
  response: { enableLiveMode: boolean };
}> = {
  method: 'POST',
  path: '/api/admin/settings',
};
