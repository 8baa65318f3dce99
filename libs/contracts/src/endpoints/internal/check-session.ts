import type { Endpoint } from '../../endpoint.ts';
import type { User } from '../../schemas/account.ts';

/** Whether a session is still alive; asked for each request that needs one, so that a sign-out counts everywhere at once. (D21) */
export const checkSession: Endpoint<{
  body: { session_id: string; user_id: string };
  response: User;
}> = {
  method: 'POST',
  path: '/internal/sessions/check',
};
