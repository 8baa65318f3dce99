import type { Endpoint } from '../../endpoint.ts';
import type { SessionKey } from '../../schemas/session-key.ts';

/** The keys that sessions are, will be and were signed with, as a JWK set. (ACCOUNT-07) */
export const listSessionKeys: Endpoint<{ response: { keys: SessionKey[] } }> = {
  method: 'GET',
  path: '/internal/jwks.json',
};
