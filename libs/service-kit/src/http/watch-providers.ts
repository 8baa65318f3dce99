import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { toOperation } from '../to-operation.ts';

/** Where the providers are unless sandboxes take their place. */
const realUrls = { duffel: 'https://api.duffel.com', stripe: 'https://api.stripe.com' };

/** Base URLs of sandboxes by the provider that they stand for. */
export type SandboxUrls = { [Provider in keyof typeof realUrls]?: string | undefined };

/** A request to a provider that has ended; the status is `none` without a response. */
export interface ProviderRequest {
  provider: string;
  operation: string;
  status: string;
  seconds: number;
}

/**
 * Reports the requests of this thread to the providers until the returned function is called. Both SDKs use `node:http`, which
 * publishes its requests, so that repeated ones are reported, too.
 */
export function watchProviders(
  sandboxes: SandboxUrls,
  report: (request: ProviderRequest) => void,
): () => void {
  const names = new Map(
    Object.entries(realUrls).map(([name, url]) => [
      new URL(sandboxes[name as keyof typeof realUrls] ?? url).host,
      name,
    ]),
  );
  const observe = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const provider = names.get(String(request.getHeader('host')));
    if (provider === undefined) return;
    const operation = toOperation(request);
    const start = performance.now();
    let status = 'none';
    request.once('response', ({ statusCode }: IncomingMessage) => {
      status = String(statusCode);
    });
    request.once('close', () =>
      report({ provider, operation, status, seconds: (performance.now() - start) / 1000 }),
    );
  };
  subscribe('http.client.request.created', observe);
  return () => void unsubscribe('http.client.request.created', observe);
}
