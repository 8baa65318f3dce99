import type { Endpoint } from '../endpoint.ts';
import type { User } from '../accounts/account.schema.ts';
import type { SessionKey } from './session-key.schema.ts';

/** Whether a session is still valid. Called for every authenticated request, so that a sign-out takes effect in all services immediately. (SECURITY-02) */
export const checkSession: Endpoint<{
  body: { session_id: string; user_id: string };
  response: User;
}> = {
  method: 'POST',
  path: '/internal/sessions/check',
};

/** Current, next and previous public keys of session tokens, as a JWK set. (ACCOUNT-07) */
export const listSessionKeys: Endpoint<{ response: { keys: SessionKey[] } }> = {
  method: 'GET',
  path: '/internal/jwks.json',
};
