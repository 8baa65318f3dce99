import { getSystemMode, type Mode } from '@fareline/contracts';
import { createLoadingCache } from '@fareline/service-kit/loading-cache';
import type { ServiceClient } from '@fareline/service-kit/service-client';
import type { FastifyBaseLogger } from 'fastify';
import type { Durations } from '../durations.ts';

export function createSystemMode(
  callAccounts: ServiceClient,
  { modeTtl: ttlMs, accountsWait: maxWaitMs }: Pick<Durations, 'modeTtl' | 'accountsWait'>,
  log: FastifyBaseLogger,
) {
  const load = createLoadingCache<{ mode: Mode }>({
    max: 1,
    ttlMs,
    maxWaitMs,
    async load(_key, lastKnown = { mode: 'test' }) {
      try {
        return await callAccounts(getSystemMode);
      } catch (error) {
        log.warn({ err: error, ...lastKnown }, 'mode request failed, using the last known mode');
        return lastKnown;
      }
    },
  });
  return {
    /** The mode set in accounts; while accounts is down or hangs the last known mode, initially test. (MODE-01, MODE-02) */
    current: async (): Promise<Mode> => (await load('all')).mode,
  };
}
export type SystemMode = ReturnType<typeof createSystemMode>;
