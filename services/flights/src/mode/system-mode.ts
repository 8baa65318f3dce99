import { getSystemMode, type Mode } from '@fareline/contracts';
import type { ServiceClient } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { Durations } from '../durations.ts';

export interface SystemMode {
  /** The mode set in accounts; while accounts is down the last known mode, initially test. (MODE-01, MODE-02) */
  current(): Promise<Mode>;
}

export function createSystemMode(
  callAccounts: ServiceClient,
  durations: Pick<Durations, 'modeTtl'>,
  log: FastifyBaseLogger,
): SystemMode {
  let lastKnownMode: Mode = 'test';
  let expiresAt = 0;
  let pendingRequest: Promise<Mode> | undefined;

  async function fetchMode(): Promise<Mode> {
    try {
      ({ mode: lastKnownMode } = await callAccounts(getSystemMode));
    } catch (error) {
      log.warn({ err: error, mode: lastKnownMode }, 'mode request failed, using the last known mode');
    } finally {
      expiresAt = Date.now() + durations.modeTtl;
      pendingRequest = undefined;
    }
    return lastKnownMode;
  }

  return {
    async current() {
      if (Date.now() < expiresAt) return lastKnownMode;
      return (pendingRequest ??= fetchMode());
    },
  };
}
