import type { Mode } from '@fareline/contracts';
import { Duffel } from '@duffel/api';
import type { PaymentsConfig } from '../config.ts';

/** One client per mode. The SDK has neither timeouts nor retries. */
export function createDuffelClients(config: PaymentsConfig): (mode: Mode) => Duffel {
  const client = (token: string | undefined) =>
    token
      ? new Duffel({ token, ...(config.DUFFEL_BASE_PATH ? { basePath: config.DUFFEL_BASE_PATH } : {}) })
      : undefined;
  const clients = { test: client(config.DUFFEL_TOKEN_TEST), live: client(config.DUFFEL_TOKEN_LIVE) };
  return (mode) => {
    const found = clients[mode];
    if (!found) throw new Error(`no flight provider token is configured for ${mode} mode`);
    return found;
  };
}

/** No response within the timeout; the call may still take effect. */
export class ProviderTimeoutError extends Error {
  override name = 'ProviderTimeoutError';
}

/** Rejects with ProviderTimeoutError after the timeout. The SDK cannot abort a call, so a late response is ignored. */
export async function withTimeout<T>(timeoutMs: number, call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ProviderTimeoutError(`no response within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  call.catch(() => undefined);
  try {
    return await Promise.race([call, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
