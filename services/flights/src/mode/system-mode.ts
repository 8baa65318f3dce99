import { getSystemMode, type Mode } from '@fareline/contracts';
import type { ServiceClient } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { Durations } from '../durations.ts';
import { createRefreshedValue } from '../refreshed-value.ts';

export interface SystemMode {
  /** The mode set in accounts; while accounts is down or hangs the last known mode, initially test. (MODE-01, MODE-02) */
  current(): Promise<Mode>;
}

export function createSystemMode(
  callAccounts: ServiceClient,
  { modeTtl: ttlMs, accountsWait: maxWaitMs }: Pick<Durations, 'modeTtl' | 'accountsWait'>,
  log: FastifyBaseLogger,
): SystemMode {
  let lastKnownMode: Mode = 'test';

  async function load(): Promise<Mode> {
    try {
      ({ mode: lastKnownMode } = await callAccounts(getSystemMode));
    } catch (error) {
      log.warn({ err: error, mode: lastKnownMode }, 'mode request failed, using the last known mode');
    }
    return lastKnownMode;
  }

  return { current: createRefreshedValue({ ttlMs, maxWaitMs, load }) };
}
