import { setTimeout as sleep } from 'node:timers/promises';
import { Duffel } from '@duffel/api';
import type { Mode } from '@fareline/contracts';
import { callWithLimits } from '@fareline/service-kit/call-with-limits';
import { limitToDeadline } from '@fareline/service-kit/deadline';
import { createModeClients } from '@fareline/service-kit/mode-clients';
import type { FastifyBaseLogger } from 'fastify';
import type { FlightsConfig } from '../config.ts';
import type { Durations } from '../durations.ts';
import { toProviderError, TransientError, type CallKind } from './provider-error.ts';

interface Call {
  kind: CallKind;
  mode: Mode;
  timeoutMs: number;
  /** Takes one call out of the budget; runs before every attempt. */
  consumeBudget(): Promise<void>;
  maxAttempts?: number;
}

/** Makes one provider call and returns its data; throws an AppError. */
export type CallDuffel = (
  call: Call,
  send: (duffel: Duffel) => Promise<{ data: unknown }>,
) => Promise<unknown>;

/**
 * All calls are reads or searches, so a transient error is safe to retry, and a call ends when the caller of the current request waits
 * no longer; every attempt consumes budget.
 */
export function createCallDuffel(
  config: Pick<FlightsConfig, 'DUFFEL_TOKEN_TEST' | 'DUFFEL_TOKEN_LIVE' | 'DUFFEL_BASE_PATH'>,
  { durations, log }: { durations: Pick<Durations, 'retryDelay'>; log: FastifyBaseLogger },
): CallDuffel {
  const getClient = createModeClients(
    { test: config.DUFFEL_TOKEN_TEST, live: config.DUFFEL_TOKEN_LIVE },
    (token) => new Duffel({ token, basePath: config.DUFFEL_BASE_PATH }),
  );
  return async ({ kind, mode, timeoutMs, consumeBudget, maxAttempts = 2 }, send) => {
    const client = getClient(mode);
    for (let attempt = 1; ; attempt++) {
      await consumeBudget();
      const callTimeoutMs = limitToDeadline(timeoutMs);
      try {
        return (await callWithLimits(callTimeoutMs, () => send(client))).data;
      } catch (thrown) {
        const error = toProviderError(thrown, kind);
        log.warn({ err: error.cause, kind, attempt }, 'provider call failed');
        if (!(error instanceof TransientError) || attempt === maxAttempts) throw error;
        await sleep(durations.retryDelay);
      }
    }
  };
}
