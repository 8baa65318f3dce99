import { Readable } from 'node:stream';
import { searchFlights, searchFlightsPage, searchProgress } from '@fareline/contracts';
import { AppError } from '@fareline/service-kit/app-error';
import { declareAccess } from '@fareline/service-kit/http/access';
import type { Load } from '@fareline/service-kit/http/overload';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { toClient } from '@fareline/service-kit/limits/client';
import { concurrency } from '@fareline/service-kit/limits/concurrency';
import { watchService } from '@fareline/service-kit/outages';
import { servicePaths, type Service } from '@fareline/service-kit/service-paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EdgeConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { isUnambiguousPath } from '../is-unambiguous-path.ts';
import { limits, toOpenError, type PoolLimits } from '../limits.ts';
import { createCoalescer } from './coalesce.ts';
import { forwardRequest, forwardSearch, isSearch, searchHeaders } from './forward-request.ts';
import { copyResponseHeaders } from './forwarded-headers.ts';
import { createLargeResponses } from './large-responses.ts';
import { createPool, type ServicePool, type ServiceResponse } from './service-pool.ts';

/** Payments has nothing but steps of a booking and what follows it. */
const loads: Record<Service, Load> = { flights: 'default', payments: 'booking', accounts: 'default' };

const getServiceUrls = (config: EdgeConfig): Record<Service, string> => ({
  flights: config.FLIGHTS_URL,
  payments: config.PAYMENTS_URL,
  accounts: config.ACCOUNTS_URL,
});

/** Everything that the response to a search depends on. The user is not part of it, because prices depend on the brand only. */
function toCoalescingKey({ url, headers, body }: FastifyRequest, brand: string): string {
  const values = searchHeaders.map((name) => headers[name]);
  return [brand, url, ...values, Buffer.isBuffer(body) ? body.toString('latin1') : ''].join('\n');
}

/** Forwards `/api` to the services. (EDGE-01) */
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
    const addLargeResponse = createLargeResponses();
    const send: Send = (reply, response) => {
      addLargeResponse(reply, response.body);
      return sendResponse(reply, response);
    };
    for (const [service, url] of Object.entries(getServiceUrls(config)) as [Service, string][]) {
      const createServicePool = (poolLimits: PoolLimits) => {
        const pool = createPool(url, poolLimits, watchService(app.log, service));
        app.addHook('onClose', () => pool.close());
        return pool;
      };
      const pool = createServicePool(limits.pools.requests);
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        const { brand } = await request.loadBrand();
        return send(reply, await forwardRequest(request, pool, brand.id));
      };
      const options = { config: { load: loads[service] } };
      for (const path of servicePaths[service]) {
        app.all(`/api/${path}`, options, handler);
        app.all(`/api/${path}/*`, options, handler);
      }
      if (service !== 'flights') continue;
      // Routes of their own, because matching the text of the URL would miss other encodings of it.
      addSearches(app, createServicePool(limits.pools.searches), send);
      addProgressStreams(app, createServicePool(limits.pools.streams));
    }
  },
);

type Send = typeof sendResponse;

/** Returns 404 for `/internal` and for paths of `/api` that belong to no service, without reading a body. (EDGE-01) */
export const closedApiRoutes = routePlugin<Deps>({ name: 'closed-api' }, (app) => {
  const refuse = async () => {
    throw new AppError('NOT_FOUND');
  };
  for (const path of ['/api', '/api/*', '/internal', '/internal/*'])
    app.all(path, { config: { access: 'public' }, onRequest: refuse }, refuse);
});

/** Adds the routes of searches, with separate connections; identical ones that run at the same time are one call. */
function addSearches(scope: FastifyInstance, pool: ServicePool, send: Send): void {
  const coalesce = createCoalescer();
  scope.route({
    method: [searchFlights.method, searchFlightsPage.method],
    url: searchFlights.path,
    config: { load: 'search' },
    handler: async (request, reply) => {
      const { brand } = await request.loadBrand();
      const forward = () => forwardSearch(request, pool, brand.id);
      return send(
        reply,
        await (isSearch(request) ? coalesce(toCoalescingKey(request, brand.id), forward) : forward()),
      );
    },
  });
}

const streamsText =
  'Early results are not available right now. Your search goes on, and its results appear when it is complete.';

/** Adds the route of search progress streams, with separate connections. (RESULTS-24) */
function addProgressStreams(scope: FastifyInstance, pool: ServicePool): void {
  const names = { client: 'streams_client', all: 'streams' } as const;
  const open = concurrency(limits.streams, toOpenError(names, streamsText));
  // A stopping server waits for open responses, and a stream would delay it until its search ends.
  scope.addHook('preClose', () => pool.close());
  scope.get(searchProgress.path, { config: { load: 'default', open } }, async (request, reply) => {
    // No `close` event follows for a client that has disconnected.
    if (reply.raw.destroyed) return reply;
    reply.raw.once('close', open.enter(toClient(request.ip)));
    const { brand } = await request.loadBrand();
    return sendResponse(reply, await forwardRequest(request, pool, brand.id));
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
