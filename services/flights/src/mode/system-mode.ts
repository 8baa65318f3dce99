import { getSystemMode, type Mode } from '@fareline/contracts';
import type { ServiceClient } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { Durations } from '../durations.ts';

export interface SystemMode {
  /** Test or live; while accounts is away the last known one, and test when none ever was. (MODE-01, MODE-02) */
  current(): Promise<Mode>;
}

export function createSystemMode(
  callAccounts: ServiceClient,
  durations: Pick<Durations, 'modeTtl'>,
  log: FastifyBaseLogger,
): SystemMode {
  let known: Mode = 'test';
  let freshUntil = 0;
  let asking: Promise<Mode> | undefined;

  async function ask(): Promise<Mode> {
    try {
      ({ mode: known } = await callAccounts(getSystemMode));
    } catch (error) {
      log.warn({ err: error, mode: known }, 'the mode could not be asked for; the last known one stands');
    } finally {
      freshUntil = Date.now() + durations.modeTtl;
      asking = undefined;
    }
    return known;
  }

  return {
    async current() {
      if (Date.now() < freshUntil) return known;
      return (asking ??= ask());
    },
  };
}
