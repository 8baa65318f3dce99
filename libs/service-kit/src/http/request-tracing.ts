import { fastifyRequestContext } from '@fastify/request-context';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { readDeadline } from '../deadline.ts';
import {
  readTraceparent,
  requestIdHeader,
  runInRequestContext,
  type RequestContextData,
} from '../request-context.ts';
import { nameRequestSpan } from '../tracing/spans.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route changes nothing, so that its work may end when the caller waits no longer; a GET needs no mark. */
    isSafe?: true | undefined;
  }
}

/** A write ends by its own rules, such as a payment, whoever waits for it. */
const isSafe = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || routeOptions.config?.isSafe === true;

/**
 * Runs every request in its context, adds its id to the response, and logs one line when it has completed. Replaces
 * Fastify's two log lines per request, which are written before the context exists. A public server begins a new trace
 * and reads no deadline.
 */
export const requestTracing = fastifyPlugin<{ isPublic: boolean }>(
  async (app, { isPublic }) => {
    const contexts = new WeakMap<FastifyRequest, RequestContextData>();

    function requestContextFor(request: FastifyRequest): RequestContextData {
      const existing = contexts.get(request);
      if (existing) return existing;
      const traceparent = readTraceparent(isPublic ? {} : request.headers);
      const deadline = !isPublic && isSafe(request) ? readDeadline(request.headers) : undefined;
      const context = { requestId: request.id, traceparent, deadline };
      contexts.set(request, context);
      return context;
    }

    await app.register(fastifyRequestContext, { defaultStoreValues: requestContextFor });
    // Not onRequestAbort, because its listener keeps completed requests in memory until the next major garbage collection.
    app.addHook('onRequest', (request, { raw }, done) => {
      nameRequestSpan(request.method, request.routeOptions.url);
      raw.once('close', () => {
        if (raw.writableFinished) return;
        runInRequestContext(requestContextFor(request), () =>
          request.log.info({ req: request }, 'request aborted before its response'),
        );
      });
      done();
    });
    app.addHook('onSend', (request, reply, _payload, done) => {
      reply.header(requestIdHeader, request.id);
      done();
    });
    // Socket events, which complete a request, are emitted outside of any context.
    app.addHook('onResponse', (request, reply, done) => {
      // A line for each refused request would be more work than its answer.
      if (reply.isRefused) return done();
      const refusal = reply.limit ? { limit: reply.limit, code: reply.errorCode } : undefined;
      runInRequestContext(requestContextFor(request), () =>
        request.log.info(
          { req: request, res: reply, ms: Math.round(reply.elapsedTime), ...refusal },
          'request completed',
        ),
      );
      done();
    });
  },
  { name: 'request-tracing' },
);
