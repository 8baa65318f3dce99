import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import { toOperation } from '../to-operation.ts';

/** In seconds: a search takes up to 25, an order up to 130. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 130];

/** Where the providers are unless sandboxes take their place. */
const realUrls = { duffel: 'https://api.duffel.com', stripe: 'https://api.stripe.com' };

/**
 * `provider_request_duration_seconds` by provider, operation and status (`none` without a response), until the app closes. Both SDKs
 * use `node:http`, which publishes its requests, so that repeated ones are counted, too.
 * @param sandboxes base URLs by the provider that they stand for
 */
export function observeProviders(
  app: Pick<FastifyInstance, 'metrics' | 'addHook'>,
  sandboxes: { [Provider in keyof typeof realUrls]?: string | undefined },
): void {
  const durations = new Histogram({
    name: 'provider_request_duration_seconds',
    help: 'Duration of requests to the providers.',
    labelNames: ['provider', 'operation', 'status'],
    buckets,
    registers: [app.metrics],
  });
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
    const end = durations.startTimer({ provider, operation });
    let status = 'none';
    request.once('response', ({ statusCode }: IncomingMessage) => {
      status = String(statusCode);
    });
    request.once('close', () => end({ status }));
  };
  subscribe('http.client.request.created', observe);
  app.addHook('onClose', async () => void unsubscribe('http.client.request.created', observe));
}
