import type { Endpoint } from '../../endpoint.ts';

/** Verifies and refreshes an administrator's session. (API-79) */
export const adminLogin: Endpoint<{
  body: Record<string, never> | null | undefined;
  response: { success: boolean; message: string };
}> = {
  method: 'POST',
  path: '/api/admin/login',
};
