import { setTimeout as sleep } from 'node:timers/promises';
import { Duffel } from '@duffel/api';
import type { Mode } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import type { FastifyBaseLogger } from 'fastify';
import type { Durations } from '../durations.ts';
import { TransientError, ProviderTimeout, toProviderError, type CallKind } from './provider-error.ts';

interface Call {
  kind: CallKind;
  mode: Mode;
  limitMs: number;
  /** Takes the call out of the budget. */
  pay(): Promise<void>;
  /** How often it is tried at most; twice when left out. */
  tries?: number;
}

/** One call of the provider: its data, or an AppError. */
export type CallDuffel = (
  call: Call,
  work: (duffel: Duffel) => Promise<{ data: unknown }>,
) => Promise<unknown>;

export interface CallDuffelDeps {
  tokens: Record<Mode, string | undefined>;
  basePath: string | undefined;
  durations: Pick<Durations, 'retryDelay'>;
  log: FastifyBaseLogger;
}

/** All calls are reads or searches, so a failure that may pass is tried once more; each try is paid for. */
export function createCallDuffel({ tokens, basePath, durations, log }: CallDuffelDeps): CallDuffel {
  const clientOf = (token: string | undefined) => (token ? new Duffel({ token, basePath }) : undefined);
  const clients: Record<Mode, Duffel | undefined> = {
    test: clientOf(tokens.test),
    live: clientOf(tokens.live),
  };
  return async ({ kind, mode, limitMs, pay, tries = 2 }, work) => {
    const client = clients[mode];
    if (!client)
      throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error(`no provider token for ${mode} mode`) });
    for (let attempt = 1; ; attempt++) {
      await pay();
      try {
        return (await withLimit(work(client), limitMs)).data;
      } catch (thrown) {
        const error = toProviderError(thrown, kind);
        log.warn({ err: error.cause, kind, attempt }, 'the provider failed');
        if (!(error instanceof TransientError) || attempt === tries) throw error;
        await sleep(durations.retryDelay);
      }
    }
  };
}

/** The SDK cannot be aborted: past the limit its answer is dropped. */
async function withLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderTimeout(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
