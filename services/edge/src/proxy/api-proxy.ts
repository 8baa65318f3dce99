import { Readable } from 'node:stream';
import { watchSearch } from '@fareline/contracts';
import { AppError, declareAccess } from '@fareline/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Pool, type Dispatcher } from 'undici';
import { askService, type ServiceAnswer } from './ask-service.ts';
import { isPlainPath } from '../plain-path.ts';
import { copyHeaders, headersForService } from './forwarded-headers.ts';
import { createReplicas, type Replicas } from './replicas.ts';
import { createSharedCalls } from './shared-calls.ts';

/** Which service answers what stands after `/api/`; each also has its API document under its own name. */
const paths = {
  flights: ['flights'],
  payments: ['payments', 'bookings', 'webhooks'],
  accounts: ['accounts', 'auth', 'brands', 'system', 'admin', 'contact'],
} as const;

type Service = keyof typeof paths;

/** The provider may take two minutes over an order; services set their own, shorter limits for the rest. (D38) */
const answerLimitMs = 150_000;

const poolOptions: Pool.Options = {
  connections: 128,
  pipelining: 1,
  connectTimeout: 2000,
  headersTimeout: answerLimitMs,
  bodyTimeout: answerLimitMs,
};

/**
 * Streams last as long as their searches, so they have connections of their own: none of them ever takes one that a search
 * needs. Over their number a stream is refused at once; the screen does without.
 */
const streamPoolOptions: Pool.Options = { ...poolOptions, connections: 64 };

const streamRetryAfterSeconds = 5;

/** The connection failed before anything was sent: another replica can take the request, whatever it does. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

const failureCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

const isSearch = ({ method, url }: FastifyRequest): boolean =>
  method === 'POST' && url.split('?')[0] === '/api/flights/search';

/** A search may be asked twice, as may every read; nothing else. */
const isRepeatable = (request: FastifyRequest): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || isSearch(request);

/** All that the answer to a search depends on. Whose search it is does not count: prices are the brand's. */
function searchKeyOf({ url, headers, body }: FastifyRequest, brand: string): string {
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
        done(isPlainPath(url) ? undefined : new AppError('VALIDATION_ERROR')),
      );
      const shared = createSharedCalls();
      for (const service of Object.keys(paths) as Service[]) {
        const replicas = createReplicas(services[service]);
        const pools = createPools(services[service], poolOptions);
        scope.addHook('onClose', () => pools.close());
        const handler = async (request: FastifyRequest, reply: FastifyReply) => {
          const { brand } = await request.loadBrand();
          const ask = () => pass(request, replicas, pools.of, brand.id);
          return send(reply, await (isSearch(request) ? shared(searchKeyOf(request, brand.id), ask) : ask()));
        };
        for (const path of paths[service]) {
          scope.all(`/api/${path}`, handler);
          scope.all(`/api/${path}/*`, handler);
        }
        if (service === 'flights') addStreams(scope, replicas, services[service]);
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
function addStreams(scope: FastifyInstance, replicas: Replicas, addresses: readonly string[]): void {
  const pools = createPools(addresses, streamPoolOptions);
  scope.addHook('onClose', () => pools.close());
  const open = new Set<Readable>();
  // A stopping server waits for its answers, and a stream lasts as long as its search.
  scope.addHook('preClose', async () => open.forEach((stream) => stream.destroy()));
  // By its route and not by the text of its URL, which may spell it in many ways.
  scope.get(watchSearch.path, async (request, reply) => {
    const { brand } = await request.loadBrand();
    if (pools.isFull())
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: streamRetryAfterSeconds });
    const answer = await pass(request, replicas, pools.of, brand.id);
    const { body } = answer;
    if (body instanceof Readable) {
      open.add(body);
      body.once('close', () => open.delete(body));
    }
    return send(reply, answer);
  });
}

/** Connections to each replica of a service. */
function createPools(addresses: readonly string[], options: Pool.Options) {
  const pools = new Map(addresses.map((address) => [address, new Pool(address, options)]));
  const room = addresses.length * (options.connections ?? Infinity);
  return {
    of: (address: string): Pool => pools.get(address)!,
    /** Whether another call would have to wait for the end of one under way. */
    isFull: () => [...pools.values()].reduce((calls, { stats }) => calls + stats.size, 0) >= room,
    async close() {
      for (const pool of pools.values()) await pool.destroy();
    },
  };
}

function callOf(request: FastifyRequest, brand: string): Dispatcher.DispatchOptions {
  const { url: path, body } = request;
  const method = request.method as Dispatcher.HttpMethod;
  const headers = headersForService(request, brand);
  if (!Buffer.isBuffer(body) || method === 'GET' || method === 'HEAD') return { method, path, headers };
  if (request.headers['content-type'] === undefined) headers.push('content-type', 'application/octet-stream');
  return { method, path, headers, body };
}

/** The first answer that a replica gives. */
async function pass(
  request: FastifyRequest,
  replicas: Replicas,
  poolOf: (address: string) => Pool,
  brand: string,
): Promise<ServiceAnswer> {
  const call = callOf(request, brand);
  const tried = new Set<string>();
  for (;;) {
    const address = replicas.next(tried)!;
    tried.add(address);
    try {
      const answer = await askService(poolOf(address), call);
      replicas.answered(address);
      return answer;
    } catch (error) {
      const code = failureCode(error);
      replicas.failed(address);
      request.log.warn({ err: error, address, code }, 'A service could not be reached.');
      const canRepeat = neverSent.has(code) || isRepeatable(request);
      if (canRepeat && tried.size < replicas.size) continue;
      throw new AppError('SERVICE_UNAVAILABLE', { cause: error, retryAfterSeconds: 2 });
    }
  }
}

function send(reply: FastifyReply, { status, headers, body }: ServiceAnswer): FastifyReply {
  // Whoever left while the service worked gets nothing, and the rest of the answer is not waited for.
  if (reply.raw.destroyed && body instanceof Readable) {
    body.destroy();
    return reply;
  }
  copyHeaders(headers, reply);
  return reply.status(status).send(body);
}
