import type { Endpoint } from '../../endpoint.ts';
import type { SessionKey } from '../../schemas/session-key.ts';

/** Current, next and previous public keys of session tokens, as a JWK set. (ACCOUNT-07) */
export const listSessionKeys: Endpoint<{ response: { keys: SessionKey[] } }> = {
  method: 'GET',
  path: '/internal/jwks.json',
};
