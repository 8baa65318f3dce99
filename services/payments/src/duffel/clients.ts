import type { Mode } from '@fareline/contracts';
import { Duffel } from '@duffel/api';
import type { PaymentsConfig } from '../config.ts';

/** One client a mode. The SDK neither limits nor repeats a call. */
export function createDuffelClients(config: PaymentsConfig): (mode: Mode) => Duffel {
  const client = (token: string | undefined) =>
    token
      ? new Duffel({ token, ...(config.DUFFEL_BASE_PATH ? { basePath: config.DUFFEL_BASE_PATH } : {}) })
      : undefined;
  const clients = { test: client(config.DUFFEL_TOKEN_TEST), live: client(config.DUFFEL_TOKEN_LIVE) };
  return (mode) => {
    const found = clients[mode];
    if (!found) throw new Error(`no flight provider token for ${mode} mode`);
    return found;
  };
}

/** No answer within the limit; the call may still have its effect. */
export class ProviderTimeoutError extends Error {
  override name = 'NoAnswer';
}

/** Waits no longer than the limit. The SDK cannot end a call, so its late answer is dropped. */
export async function withTimeout<T>(timeoutMs: number, call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderTimeoutError(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  call.catch(() => undefined);
  try {
    return await Promise.race([call, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
