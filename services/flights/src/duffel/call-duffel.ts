import { setTimeout as sleep } from 'node:timers/promises';
import { Duffel } from '@duffel/api';
import type { Mode } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { FastifyBaseLogger } from 'fastify';
import type { Durations } from '../durations.ts';
import { ProviderTimeoutError, toProviderError, TransientError, type CallKind } from './provider-error.ts';

interface Call {
  kind: CallKind;
  mode: Mode;
  timeoutMs: number;
  /** Takes one call out of the budget; runs before every attempt. */
  consumeBudget(): Promise<void>;
  /** 2 by default. */
  maxAttempts?: number;
}

/** Makes one provider call and returns its data; throws an AppError. */
export type CallDuffel = (
  call: Call,
  send: (duffel: Duffel) => Promise<{ data: unknown }>,
) => Promise<unknown>;

export interface CallDuffelDeps {
  tokens: Record<Mode, string | undefined>;
  basePath: string | undefined;
  durations: Pick<Durations, 'retryDelay'>;
  log: FastifyBaseLogger;
}

/** All calls are reads or searches, so a transient error is safe to retry; every attempt consumes budget. */
export function createCallDuffel({ tokens, basePath, durations, log }: CallDuffelDeps): CallDuffel {
  const createClient = (token: string | undefined) => (token ? new Duffel({ token, basePath }) : undefined);
  const clients: Record<Mode, Duffel | undefined> = {
    test: createClient(tokens.test),
    live: createClient(tokens.live),
  };
  return async ({ kind, mode, timeoutMs, consumeBudget, maxAttempts = 2 }, send) => {
    const client = clients[mode];
    if (!client)
      throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error(`no provider token for ${mode} mode`) });
    for (let attempt = 1; ; attempt++) {
      await consumeBudget();
      try {
        return (await withTimeout(send(client), timeoutMs)).data;
      } catch (thrown) {
        const error = toProviderError(thrown, kind);
        log.warn({ err: error.cause, kind, attempt }, 'provider call failed');
        if (!(error instanceof TransientError) || attempt === maxAttempts) throw error;
        await sleep(durations.retryDelay);
      }
    }
  };
}

/** The SDK cannot abort a call: a response after the timeout is ignored. */
async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ProviderTimeoutError(`no response within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
