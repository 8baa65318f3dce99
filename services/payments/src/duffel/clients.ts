import type { Mode } from '@fareline/contracts';
import { Duffel } from '@duffel/api';
import type { PaymentsConfig } from '../config.ts';

/** One client a mode. The SDK neither limits nor repeats a call. */
export function duffelClients(config: PaymentsConfig): (mode: Mode) => Duffel {
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
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Waits no longer than the limit. The SDK cannot end a call, so its late answer is dropped. */
export async function within<T>(limitMs: number, call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`no answer within ${limitMs} ms`)), limitMs);
  });
  call.catch(() => undefined);
  try {
    return await Promise.race([call, limit]);
  } finally {
    clearTimeout(timer);
  }
}
