import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { AppError } from '../app-error.ts';
import { toClient, type Client } from '../limits/client.ts';
import type { Concurrency } from '../limits/concurrency.ts';
import { createMinuteLimit } from '../limits/memory-window.ts';
import { requestIdHeader } from '../request-context.ts';
import { createAdmission } from './admission.ts';
import { toErrorBody } from './error-handler.ts';
import { createErrorPage, isNavigation, type ErrorPage } from './error-page.ts';
import { findIpAddress, type IsProxy } from './forwarded-addresses.ts';

/**
 * What requests are counted together. `booking`: the last to be refused. `unlimited`: never refused, such as health checks.
 */
export type Load = CountedLoad | 'unlimited';
type CountedLoad = 'default' | 'search' | 'page' | 'file' | 'booking';

/**
 * How many requests of a kind a process works on at once. A search takes it less than a millisecond, so that 200 are answered soon;
 * a page takes it 5 ms and loads about twenty files at once; a refused step of a booking does more harm than a slow one.
 */
const maxRequests: Readonly<Record<CountedLoad, number>> = {
  default: 200,
  search: 200,
  page: 100,
  file: 400,
  booking: 1_000,
};

const retryAfterSeconds = 2;
const busyText = 'Very many people use this site right now. Please try again in a few seconds.';
const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };

/** Pages wait for nothing but this process, so that all are counted. */
const waitingFactors: Partial<Record<Load, number>> = { page: 1 };

/** Determining the client at an IP address takes longer than the rest of the check. */
const maxCachedAddresses = 10_000;

export interface OverloadOptions {
  /** Applies to routes that declare none. */
  load?: Load;
  limits?: Partial<typeof maxRequests>;
}

interface OverloadPluginOptions extends OverloadOptions {
  headers: Readonly<Record<string, string>>;
  /** Whether clients connect from the internet, so that each has a part of the places only. */
  isPublic: boolean;
  isProxy: IsProxy;
  createRequestId(request: IncomingMessage): string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Routes for services and webhooks are `booking` unless they say otherwise, all others `default`. */
    load?: Load;
    /** What the handler of the route counts in; beyond it a request is refused before Fastify, if its path has no parameters. */
    open?: Concurrency;
  }
  interface FastifyRequest {
    /** The client that the request counts for; none if the server is not public. */
    client: Client;
  }
  interface FastifyReply {
    isRefused: boolean;
  }
  interface FastifyInstance {
    /** Refuses a request before Fastify handles it, whose routing and hooks cost more than a refusal; returns whether it has. */
    refuseEarly(request: IncomingMessage, response: ServerResponse): boolean;
  }
}

interface Refusal {
  error: AppError;
  /** Answers a navigation. */
  page?: ErrorPage;
}

const retryText = 'tries again by itself in a few seconds.';
const busyPage = createErrorPage(
  'This site is very busy',
  `Very many people use this site right now, so this page ${retryText}`,
  retryAfterSeconds,
);
const clientRefusal: Refusal = {
  error: new AppError('TOO_MANY_REQUESTS', {
    message: 'Your network sends very many requests right now. Please try again in a few seconds.',
    retryAfterSeconds,
    limit: 'overload_client',
  }),
  page: createErrorPage(
    'Too many requests',
    `Your network sends very many requests right now, so this page ${retryText}`,
    retryAfterSeconds,
  ),
};

/** One error and one page for all refusals of a kind: creating them costs more than the rest of the answer. */
const createKind = (load: CountedLoad, max: number) => ({
  load,
  admission: createAdmission(max, waitingFactors[load]),
  refusals: {
    all: {
      error:
        load === 'search'
          ? new AppError('SEARCH_BUSY', { retryAfterSeconds, limit: 'overload_search' })
          : new AppError('SERVICE_UNAVAILABLE', {
              message: busyText,
              retryAfterSeconds,
              limit: `overload_${load}`,
            }),
      page: busyPage,
    },
    client: clientRefusal,
  },
});
type Kind = ReturnType<typeof createKind>;

function createClientLookup(): typeof toClient {
  const cache = new LRUCache<string, Client>({ max: maxCachedAddresses });
  return (ipAddress) => {
    const cached = cache.get(ipAddress);
    if (cached) return cached;
    const client = toClient(ipAddress);
    cache.set(ipAddress, client);
    return client;
  };
}

/**
 * Refuses requests beyond what the process can answer soon with 503 and Retry-After, before anything else is done for them, so
 * that accepted ones stay fast, and on a public server those of a client beyond its part with 429. Each kind has a count of its own, so
 * that searches take no place of a booking. The answer is written without the hooks and lines in the log of others: with five times the
 * load that can be taken, most requests are refused. (LIMIT-02)
 */
export const overload = fastifyPlugin<OverloadPluginOptions>(
  async (
    app,
    { load: defaultLoad = 'default', limits = {}, headers, isPublic, isProxy, createRequestId },
  ) => {
    const kinds = new Map<Load, Kind>(
      Object.entries({ ...maxRequests, ...limits }).map(([name, max]) => {
        const load = name as keyof typeof maxRequests;
        return [load, createKind(load, max)];
      }),
    );
    const nobody: Client = [];
    const findClient = isPublic ? createClientLookup() : () => nobody;
    const mayWarn = createMinuteLimit();
    app.decorateReply('isRefused', false);
    app.decorateRequest('client');

    const findKind = ({ load, access }: FastifyContextConfig = {}) =>
      kinds.get(load ?? (access === 'service' || access === 'webhook' ? 'booking' : defaultLoad));

    const commonHeaders = { ...headers, 'cache-control': 'no-store' };
    const jsonFields = Object.entries({ ...commonHeaders, ...jsonHeaders }).flat();
    // The page for a client beyond its part has the same headers.
    const pageFields = Object.entries({ ...commonHeaders, ...busyPage.headers }).flat();

    function writeRefusal(
      request: IncomingMessage,
      response: ServerResponse,
      { load, refusal, requestId, ip }: { load: Load; refusal: Refusal; requestId: string; ip?: string },
    ): void {
      const { error, page } = refusal;
      if (mayWarn(`${load} ${error.code}`))
        app.log.warn({ load, code: error.code, ip }, 'requests are refused: too many are in progress');
      const shown = load === 'page' && isNavigation(request) ? page : undefined;
      const body = shown?.body ?? JSON.stringify(toErrorBody(error, requestId));
      const fields = [requestIdHeader, requestId, 'content-length', String(Buffer.byteLength(body))];
      fields.push('retry-after', String(error.retryAfterSeconds ?? retryAfterSeconds));
      response.writeHead(error.status, [...(shown ? pageFields : jsonFields), ...fields]).end(body);
    }

    // Routes without parameters by method and path: a map finds them faster than the router.
    const staticRoutes = new Map<string, { kind: Kind; open: Concurrency | undefined }>();
    const routes: RouteOptions[] = [];
    app.addHook('onRoute', (route) => void routes.push(route));
    // Not in onRoute, because the onRoute hook of a scope may set the access later.
    app.addHook('onReady', async () => {
      for (const { method, url, config } of routes) {
        const [kind, open] = [findKind(config), config?.open];
        if (kind && !/[:*]/.test(url))
          for (const name of [method].flat()) staticRoutes.set(`${name} ${url}`, { kind, open });
      }
    });

    app.decorate('refuseEarly', (request, response) => {
      const { method = '', url = '', socket } = request;
      const [path = ''] = url.split('?', 1);
      const route = staticRoutes.get(`${method} ${path}`);
      if (!route || socket.destroyed) return false;
      const { admission, refusals, load } = route.kind;
      const isFull = admission.findLimit() === 'all';
      const error = route.open?.findRefusal(isPublic ? findClient(findIpAddress(request, isProxy)) : nobody);
      const refusal = isFull ? refusals.all : error && { error };
      if (!refusal) return false;
      writeRefusal(request, response, { load, refusal, requestId: createRequestId(request) });
      app.countError(refusal.error.code, refusal.error.limit);
      return true;
    });

    /** Refuses the request if there is no place for it; returns whether there is one. */
    function checkAdmission(request: FastifyRequest, reply: FastifyReply, kind: Kind): boolean {
      const limit = kind.admission.findLimit(request.client);
      if (!limit) return true;
      const refusal = kind.refusals[limit];
      reply.isRefused = true;
      reply.errorCode = refusal.error.code;
      reply.limit = refusal.error.limit;
      reply.hijack();
      const client = limit === 'client' ? { ip: request.ip } : {};
      writeRefusal(request.raw, reply.raw, { load: kind.load, refusal, requestId: request.id, ...client });
      return false;
    }

    app.addHook('onRequest', (request, reply, done) => {
      const kind = findKind(request.routeOptions.config);
      if (!kind) return done();
      // Once, because Fastify parses the addresses of a proxy each time.
      request.client = findClient(request.ip);
      if (checkAdmission(request, reply, kind)) done();
    });
    // A request counts from when its body has arrived, so that bodies that are sent slowly take no place of others.
    app.addHook('preValidation', (request, reply, done) => {
      const kind = findKind(request.routeOptions.config);
      if (!kind) return done();
      if (!checkAdmission(request, reply, kind)) return;
      reply.raw.once('close', kind.admission.add(request.client));
      done();
    });
  },
  { name: 'overload' },
);
