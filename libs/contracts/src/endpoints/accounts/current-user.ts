import type { Endpoint } from '../../endpoint.ts';
import type { User } from '../../schemas/account.ts';

/** The signed-in user, or 401 with "Not authenticated". (API-72) */
export const currentUser: Endpoint<{
  response: User;
}> = {
  method: 'GET',
  path: '/api/auth/user',
};
