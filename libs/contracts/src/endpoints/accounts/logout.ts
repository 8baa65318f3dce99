import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { successSchema } from '../../schemas/account.ts';

/** Ends the session on the server. (API-76, SECURITY-02) */
export const logout: Endpoint<{
  body: Record<string, never> | null | undefined;
  response: z.output<typeof successSchema>;
}> = {
  method: 'POST',
  path: '/api/auth/logout',
};
