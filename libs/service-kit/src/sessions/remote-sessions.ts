import { checkSession, listSessionKeys } from '@fareline/contracts';
import { AppError } from '../app-error.ts';
import type { ServiceClient } from '../service-client.ts';
import type { SessionOptions } from './session-plugin.ts';

/** Session options of services other than accounts: public keys and session state are requested from accounts. (SECURITY-02) */
export const remoteSessions = (callAccounts: ServiceClient, origins: readonly string[]): SessionOptions => ({
  origins,
  loadKeys: async () => (await callAccounts(listSessionKeys)).keys,

  async findSession({ jti, sub, aud }) {
    try {
      return await callAccounts(checkSession, { body: { session_id: jti, user_id: sub, audience: aud } });
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_AUTHENTICATED') return null;
      throw error;
    }
  },
});
