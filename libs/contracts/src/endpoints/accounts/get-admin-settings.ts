import type { Endpoint } from '../../endpoint.ts';
import type { AdminSettings } from '../../schemas/account.ts';

/** Administrators only. (API-77) */
export const getAdminSettings: Endpoint<{
  response: AdminSettings;
}> = {
  method: 'GET',
  path: '/api/admin/settings',
};
