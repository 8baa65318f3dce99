import { Readable } from 'node:stream';
import { searchProgress } from '@fareline/contracts';
import { AppError, declareAccess, routePlugin } from '@fareline/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Pool, type Dispatcher } from 'undici';
import type { EdgeConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { isUnambiguousPath } from '../is-unambiguous-path.ts';
import { callService, type ServiceResponse } from './call-service.ts';
import { createCoalescer } from './coalesce.ts';
import { copyResponseHeaders, serviceRequestHeaders } from './forwarded-headers.ts';
import { createReplicas, type Replicas } from './replicas.ts';

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

/** An order at the provider may take two minutes; services have shorter timeouts for everything else. (D38) */
const responseTimeoutMs = 150_000;

const poolOptions: Pool.Options = {
  connections: 128,
  pipelining: 1,
  connectTimeout: 2000,
  headersTimeout: responseTimeoutMs,
  bodyTimeout: responseTimeoutMs,
};

/**
 * Progress streams last as long as their searches, so they have separate connections and never occupy one that a search
 * needs. Beyond this limit a stream is rejected with 429; the screen works without it.
 */
const streamPoolOptions: Pool.Options = { ...poolOptions, connections: 64 };

const streamRetryAfterSeconds = 5;

/** The connection failed before the request was sent, so any request can be retried at another replica. */
const connectErrorCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

const getErrorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

const isSearch = ({ method, url }: FastifyRequest): boolean =>
  method === 'POST' && url.split('?')[0] === '/api/flights/search';

/** Whether a request may be sent twice: reads and searches only. */
const isRetryable = (request: FastifyRequest): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || isSearch(request);

/** Everything that the response to a search depends on. The user is not part of it, because prices depend on the brand only. */
function searchKey({ url, headers, body }: FastifyRequest, brand: string): string {
  const { 'content-type': type, 'accept-encoding': encoding } = headers;
  return [brand, url, type, encoding, Buffer.isBuffer(body) ? body.toString('latin1') : ''].join('\n');
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
          await (isSearch(request) ? coalesce(searchKey(request, brand.id), forward) : forward()),
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

/** Returns 404 for `/internal` and for paths of `/api` that belong to no service. (EDGE-01) */
export const closedApiRoutes = routePlugin<Deps>({ name: 'closed-api' }, (app) => {
  for (const path of ['/api', '/api/*', '/internal', '/internal/*'])
    app.all(path, { config: { access: 'public' } }, async () => {
      throw new AppError('NOT_FOUND');
    });
});

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

/** Creates a connection pool for each replica of a service. */
function createPools(urls: readonly string[], options: Pool.Options) {
  const pools = new Map(urls.map((url) => [url, new Pool(url, options)]));
  const capacity = urls.length * (options.connections ?? Infinity);
  return {
    getPool: (url: string): Pool => pools.get(url)!,
    /** Whether all connections are in use, so that another request would have to wait. */
    isFull: () => [...pools.values()].reduce((requests, { stats }) => requests + stats.size, 0) >= capacity,
    async close() {
      for (const pool of pools.values()) await pool.destroy();
    },
  };
}

function toDispatchOptions(request: FastifyRequest, brand: string): Dispatcher.DispatchOptions {
  const { url: path, body } = request;
  const method = request.method as Dispatcher.HttpMethod;
  const headers = serviceRequestHeaders(request, brand);
  if (!Buffer.isBuffer(body) || method === 'GET' || method === 'HEAD') return { method, path, headers };
  if (request.headers['content-type'] === undefined) headers.push('content-type', 'application/octet-stream');
  return { method, path, headers, body };
}

/** Sends a request to one replica after another until one responds. Throws SERVICE_UNAVAILABLE if none does. */
async function forwardRequest(
  request: FastifyRequest,
  replicas: Replicas,
  getPool: (url: string) => Pool,
  brand: string,
): Promise<ServiceResponse> {
  const options = toDispatchOptions(request, brand);
  const tried = new Set<string>();
  for (;;) {
    const url = replicas.next(tried)!;
    tried.add(url);
    try {
      const response = await callService(getPool(url), options);
      replicas.markHealthy(url);
      return response;
    } catch (error) {
      const code = getErrorCode(error);
      replicas.markFailed(url);
      request.log.warn({ err: error, replica: url, code }, 'service request failed');
      const canRetry = connectErrorCodes.has(code) || isRetryable(request);
      if (canRetry && tried.size < replicas.size) continue;
      throw new AppError('SERVICE_UNAVAILABLE', { cause: error, retryAfterSeconds: 2 });
    }
  }
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
