import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import { watchProviders, type ProviderRequest, type SandboxUrls } from './watch-providers.ts';

/** In seconds: a search takes up to 25, an order up to 130. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 130];

/**
 * `provider_request_duration_seconds` by provider, operation and status (`none` without a response), of the requests of this
 * thread until the app closes. Returns a function that measures a request of another thread.
 */
export function observeProviders(
  app: Pick<FastifyInstance, 'metrics' | 'addHook'>,
  sandboxes: SandboxUrls,
): (request: ProviderRequest) => void {
  const durations = new Histogram({
    name: 'provider_request_duration_seconds',
    help: 'Duration of requests to the providers.',
    labelNames: ['provider', 'operation', 'status'],
    buckets,
    registers: [app.metrics],
  });
  const measure = ({ seconds, ...labels }: ProviderRequest) => durations.observe(labels, seconds);
  const stop = watchProviders(sandboxes, measure);
  app.addHook('onClose', async () => stop());
  return measure;
}
