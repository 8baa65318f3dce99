import replyFrom from '@fastify/reply-from';
import { AppError } from '@fareline/service-kit';
import type { FastifyReply, FastifyRequest, LogLevel } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { createReplicas, type Replicas } from './replicas.ts';

/** Which service answers what stands after `/api/`; each also has its API document under its own name. */
const paths = {
  flights: ['flights'],
  payments: ['payments', 'bookings', 'webhooks'],
  accounts: ['accounts', 'auth', 'brands', 'system', 'admin', 'contact'],
} as const;

type Service = keyof typeof paths;

/** The provider may take two minutes over an order; services set their own, shorter limits for the rest. (D38) */
const answerLimitMs = 150_000;

/** The connection failed before anything was sent: another replica can take the request, whatever it does. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

function failureCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code && !code.startsWith('FST_')) return code;
  }
  return '';
}

/** A search may be asked twice, as may every read; nothing else. */
const isRepeatable = ({ method, url }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && url.split('?')[0] === '/api/flights/search');

/** Passes `/api` on to the services, in turn over their replicas. `/internal` is nobody's here. (EDGE-01) */
export const apiProxy = fastifyPlugin<Record<Service, readonly string[]> & { logLevel: LogLevel }>(
  async (app, { logLevel, ...services }) => {
    await app.register(async (scope) => {
      // Bodies pass as they came: a webhook's signature is over its bytes, and a repeat needs them again.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      await scope.register(replyFrom, {
        disableRequestLogging: true,
        undici: {
          connections: 128,
          pipelining: 1,
          connectTimeout: 2000,
          headersTimeout: answerLimitMs,
          bodyTimeout: answerLimitMs,
        },
      });
      for (const service of Object.keys(paths) as Service[]) {
        const replicas = createReplicas(services[service]);
        const handler = async (request: FastifyRequest, reply: FastifyReply) => {
          const { brand } = await request.loadBrand();
          pass(request, reply, replicas, brand.id, new Set());
          return reply;
        };
        for (const path of paths[service]) {
          scope.all(`/api/${path}`, { logLevel }, handler);
          scope.all(`/api/${path}/*`, { logLevel }, handler);
        }
      }
    });
    for (const path of ['/api', '/api/*', '/internal', '/internal/*']) {
      app.all(path, async () => {
        throw new AppError('NOT_FOUND');
      });
    }
  },
  { name: 'api-proxy', dependencies: ['request-brand'] },
);

function pass(
  request: FastifyRequest,
  reply: FastifyReply,
  replicas: Replicas,
  brand: string,
  tried: Set<string>,
): void {
  const address = replicas.next(tried)!;
  tried.add(address);
  const body = request.body as Buffer | undefined;
  const hasBody =
    body !== undefined && body !== null && request.method !== 'GET' && request.method !== 'HEAD';
  reply.from(address + request.url.split('?')[0], {
    ...(hasBody ? { body, contentType: request.headers['content-type'] ?? 'application/octet-stream' } : {}),
    retryDelay: () => null,
    rewriteRequestHeaders: (_raw, headers) => forwardedHeaders(request, headers, brand),
    onResponse(_request, answer, response) {
      replicas.answered(address);
      void answer.send((response as unknown as { stream: NodeJS.ReadableStream }).stream);
    },
    onError(failed, { error }) {
      const code = failureCode(error);
      replicas.failed(address);
      request.log.warn({ err: error, address, code }, 'A service could not be reached.');
      const canRepeat = neverSent.has(code) || isRepeatable(request);
      if (canRepeat && tried.size < replicas.size) return pass(request, reply, replicas, brand, tried);
      void failed.send(new AppError('SERVICE_UNAVAILABLE', { cause: error, retryAfterSeconds: 2 }));
    },
  });
}

/** What a service is told of the visitor. Whatever the visitor claims about brand, address and service credential is dropped. */
function forwardedHeaders(
  request: FastifyRequest,
  headers: Record<string, string | string[] | undefined>,
  brand: string,
): Record<string, string | string[] | undefined> {
  const rest = Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(x-service-|x-forwarded-|forwarded$|x-real-ip$)/.test(name),
    ),
  );
  return {
    ...rest,
    'x-brand': brand,
    'x-request-id': request.id,
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
  };
}
