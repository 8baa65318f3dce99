import { Readable } from 'node:stream';
import { searchProgress } from '@fareline/contracts';
import { AppError, declareAccess } from '@fareline/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Pool, type Dispatcher } from 'undici';
import { callService, type ServiceResponse } from './call-service.ts';
import { hasNoTraversal } from '../has-no-traversal.ts';
import { copyResponseHeaders, serviceRequestHeaders } from './forwarded-headers.ts';
import { createReplicas, type Replicas } from './replicas.ts';
import { createCoalescer } from './coalesce.ts';

/** Which service answers what stands after `/api/`; each also has its API document under its own name. */
const servicePaths = {
  flights: ['flights'],
  payments: ['payments', 'bookings', 'webhooks'],
  accounts: ['accounts', 'auth', 'brands', 'system', 'admin', 'contact'],
} as const;

type Service = keyof typeof servicePaths;

/** The provider may take two minutes over an order; services set their own, shorter limits for the rest. (D38) */
const responseTimeoutMs = 150_000;

const poolOptions: Pool.Options = {
  connections: 128,
  pipelining: 1,
  connectTimeout: 2000,
  headersTimeout: responseTimeoutMs,
  bodyTimeout: responseTimeoutMs,
};

/**
 * Streams last as long as their searches, so they have connections of their own: none of them ever takes one that a search
 * needs. Over their number a stream is refused at once; the screen does without.
 */
const streamPoolOptions: Pool.Options = { ...poolOptions, connections: 64 };

const streamRetryAfterSeconds = 5;

/** The connection failed before anything was sent: another replica can take the request, whatever it does. */
const connectErrorCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

const getErrorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

const isSearch = ({ method, url }: FastifyRequest): boolean =>
  method === 'POST' && url.split('?')[0] === '/api/flights/search';

/** A search may be asked twice, as may every read; nothing else. */
const isRetryable = (request: FastifyRequest): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || isSearch(request);

/** All that the answer to a search depends on. Whose search it is does not count: prices are the brand's. */
function searchKey({ url, headers, body }: FastifyRequest, brand: string): string {
  const { 'content-type': type, 'accept-encoding': encoding } = headers;
  return [brand, url, type, encoding, Buffer.isBuffer(body) ? body.toString('latin1') : ''].join('\n');
}

/** Passes `/api` on to the services, in turn over their replicas. `/internal` is nobody's here. (EDGE-01) */
export const apiProxy = fastifyPlugin<Record<Service, readonly string[]>>(
  async (app, services) => {
    await app.register(async (scope) => {
      // Who may call an endpoint is decided by its service.
      declareAccess(scope, 'public');
      // Bodies pass as they came: a webhook's signature is over its bytes, and a repeat needs them again.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      scope.addHook('onRequest', ({ url }, _reply, done) =>
        done(hasNoTraversal(url) ? undefined : new AppError('VALIDATION_ERROR')),
      );
      const coalesce = createCoalescer();
      for (const service of Object.keys(servicePaths) as Service[]) {
        const replicas = createReplicas(services[service]);
        const pools = createPools(services[service], poolOptions);
        scope.addHook('onClose', () => pools.close());
        const handler = async (request: FastifyRequest, reply: FastifyReply) => {
          const { brand } = await request.loadBrand();
          const ask = () => forwardRequest(request, replicas, pools.getPool, brand.id);
          return sendResponse(
            reply,
            await (isSearch(request) ? coalesce(searchKey(request, brand.id), ask) : ask()),
          );
        };
        for (const path of servicePaths[service]) {
          scope.all(`/api/${path}`, handler);
          scope.all(`/api/${path}/*`, handler);
        }
        if (service === 'flights') addProgressStreams(scope, replicas, services[service]);
      }
    });
    for (const path of ['/api', '/api/*', '/internal', '/internal/*']) {
      app.all(path, { config: { access: 'public' } }, async () => {
        throw new AppError('NOT_FOUND');
      });
    }
  },
  { name: 'api-proxy', dependencies: ['request-brand'] },
);

/** The progress of searches, on connections of its own. (RESULTS-24) */
function addProgressStreams(scope: FastifyInstance, replicas: Replicas, addresses: readonly string[]): void {
  const pools = createPools(addresses, streamPoolOptions);
  scope.addHook('onClose', () => pools.close());
  const openStreams = new Set<Readable>();
  // A stopping server waits for its answers, and a stream lasts as long as its search.
  scope.addHook('preClose', async () => openStreams.forEach((stream) => stream.destroy()));
  // By its route and not by the text of its URL, which may spell it in many ways.
  scope.get(searchProgress.path, async (request, reply) => {
    const { brand } = await request.loadBrand();
    if (pools.isFull())
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: streamRetryAfterSeconds });
    const answer = await forwardRequest(request, replicas, pools.getPool, brand.id);
    const { body } = answer;
    if (body instanceof Readable) {
      openStreams.add(body);
      body.once('close', () => openStreams.delete(body));
    }
    return sendResponse(reply, answer);
  });
}

/** Connections to each replica of a service. */
function createPools(addresses: readonly string[], options: Pool.Options) {
  const pools = new Map(addresses.map((address) => [address, new Pool(address, options)]));
  const capacity = addresses.length * (options.connections ?? Infinity);
  return {
    getPool: (address: string): Pool => pools.get(address)!,
    /** Whether another call would have to wait for the end of one under way. */
    isFull: () => [...pools.values()].reduce((calls, { stats }) => calls + stats.size, 0) >= capacity,
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

/** The first answer that a replica gives. */
async function forwardRequest(
  request: FastifyRequest,
  replicas: Replicas,
  getPool: (address: string) => Pool,
  brand: string,
): Promise<ServiceResponse> {
  const call = toDispatchOptions(request, brand);
  const tried = new Set<string>();
  for (;;) {
    const address = replicas.next(tried)!;
    tried.add(address);
    try {
      const answer = await callService(getPool(address), call);
      replicas.markHealthy(address);
      return answer;
    } catch (error) {
      const code = getErrorCode(error);
      replicas.markFailed(address);
      request.log.warn({ err: error, address, code }, 'A service could not be reached.');
      const canRetry = connectErrorCodes.has(code) || isRetryable(request);
      if (canRetry && tried.size < replicas.size) continue;
      throw new AppError('SERVICE_UNAVAILABLE', { cause: error, retryAfterSeconds: 2 });
    }
  }
}

function sendResponse(reply: FastifyReply, { status, headers, body }: ServiceResponse): FastifyReply {
  // Whoever left while the service worked gets nothing, and the rest of the answer is not waited for.
  if (reply.raw.destroyed && body instanceof Readable) {
    body.destroy();
    return reply;
  }
  copyResponseHeaders(headers, reply);
  return reply.status(status).send(body);
}
