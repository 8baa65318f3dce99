import { Readable } from 'node:stream';
import { searchProgress } from '@fareline/contracts';
import { AppError, declareAccess, routePlugin } from '@fareline/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EdgeConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { isUnambiguousPath } from '../is-unambiguous-path.ts';
import type { ServiceResponse } from './call-service.ts';
import { createCoalescer } from './coalesce.ts';
import { forwardRequest, isSearch, searchHeaders } from './forward-request.ts';
import { copyResponseHeaders } from './forwarded-headers.ts';
import { createReplicas, type Replicas } from './replicas.ts';
import { createPools, poolOptions, streamPoolOptions } from './service-pools.ts';

/** First path segments after `/api/` of each service. Each service also serves its API document under its own name. */
const servicePaths = {
  flights: ['flights'],
  payments: ['payments', 'bookings', 'webhooks'],
  accounts: ['accounts', 'auth', 'brands', 'system', 'admin', 'contact'],
} as const;

type Service = keyof typeof servicePaths;

const getServiceUrls = (config: EdgeConfig): Record<Service, readonly string[]> => ({
  flights: config.FLIGHTS_URL,
  payments: [config.PAYMENTS_URL],
  accounts: [config.ACCOUNTS_URL],
});

/** Everything that the response to a search depends on. The user is not part of it, because prices depend on the brand only. */
function toCoalescingKey({ url, headers, body }: FastifyRequest, brand: string): string {
  const values = searchHeaders.map((name) => headers[name]);
  return [brand, url, ...values, Buffer.isBuffer(body) ? body.toString('latin1') : ''].join('\n');
}

/** Forwards `/api` to the services, round robin over their replicas. (EDGE-01) */
export const apiProxyRoutes = routePlugin(
  { name: 'api-proxy', dependencies: ['request-brand'] },
  (app, { config }: Deps) => {
    // Public here, because each service authorises its endpoints.
    declareAccess(app, 'public');
    // Bodies are forwarded unchanged and buffered: webhook signatures cover their bytes, and retries send them again.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.addHook('onRequest', ({ url }, _reply, done) =>
      done(isUnambiguousPath(url) ? undefined : new AppError('VALIDATION_ERROR')),
    );
    const coalesce = createCoalescer();
    for (const [service, urls] of Object.entries(getServiceUrls(config)) as [Service, readonly string[]][]) {
      const replicas = createReplicas(urls);
      const pools = createPools(urls, poolOptions);
      app.addHook('onClose', () => pools.close());
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        const { brand } = await request.loadBrand();
        const forward = () => forwardRequest(request, replicas, pools.getPool, brand.id);
        return sendResponse(
          reply,
          await (isSearch(request) ? coalesce(toCoalescingKey(request, brand.id), forward) : forward()),
        );
      };
      for (const path of servicePaths[service]) {
        app.all(`/api/${path}`, handler);
        app.all(`/api/${path}/*`, handler);
      }
      if (service === 'flights') addProgressStreams(app, replicas, urls);
    }
  },
);

/** Returns 404 for `/internal` and for paths of `/api` that belong to no service, without reading a body. (EDGE-01) */
export const closedApiRoutes = routePlugin<Deps>({ name: 'closed-api' }, (app) => {
  const refuse = async () => {
    throw new AppError('NOT_FOUND');
  };
  for (const path of ['/api', '/api/*', '/internal', '/internal/*'])
    app.all(path, { config: { access: 'public' }, onRequest: refuse }, refuse);
});

const streamRetryAfterSeconds = 5;

/** Adds the route of search progress streams, with separate connections. (RESULTS-24) */
function addProgressStreams(scope: FastifyInstance, replicas: Replicas, urls: readonly string[]): void {
  const pools = createPools(urls, streamPoolOptions);
  scope.addHook('onClose', () => pools.close());
  const openStreams = new Set<Readable>();
  // A stopping server waits for open responses, and a stream would delay it until its search ends.
  scope.addHook('preClose', async () => openStreams.forEach((stream) => stream.destroy()));
  // A route of its own, because matching the text of the URL would miss other encodings of it.
  scope.get(searchProgress.path, async (request, reply) => {
    const { brand } = await request.loadBrand();
    if (pools.isFull())
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: streamRetryAfterSeconds });
    const response = await forwardRequest(request, replicas, pools.getPool, brand.id);
    const { body } = response;
    if (body instanceof Readable) {
      openStreams.add(body);
      body.once('close', () => openStreams.delete(body));
    }
    return sendResponse(reply, response);
  });
}

function sendResponse(reply: FastifyReply, { status, headers, body }: ServiceResponse): FastifyReply {
  // The client has disconnected, so the rest of the service's response is aborted.
  if (reply.raw.destroyed && body instanceof Readable) {
    body.destroy();
    return reply;
  }
  copyResponseHeaders(headers, reply);
  return reply.status(status).send(body);
}
