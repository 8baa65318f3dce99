import type { Endpoint } from '../../endpoint.ts';
import type { User } from '../../schemas/account.ts';

/** Whether a session is still valid. Called for every authenticated request, so that a sign-out takes effect in all services immediately. (D21) */
export const checkSession: Endpoint<{
  body: { session_id: string; user_id: string };
  response: User;
}> = {
  method: 'POST',
  path: '/internal/sessions/check',
};
