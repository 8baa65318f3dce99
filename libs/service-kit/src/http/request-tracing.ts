import { fastifyRequestContext } from '@fastify/request-context';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import {
  readTraceparent,
  requestIdHeader,
  runInRequestContext,
  type RequestContextData,
} from '../request-context.ts';

const contexts = new WeakMap<FastifyRequest, RequestContextData>();

function requestContextFor(request: FastifyRequest): RequestContextData {
  const known = contexts.get(request);
  if (known) return known;
  const context = { requestId: request.id, traceparent: readTraceparent(request.headers) };
  contexts.set(request, context);
  return context;
}

/**
 * Runs every request in its context, answers with its id, and logs one line when it is over. Replaces Fastify's own two
 * lines per request, which are written before the context exists.
 */
export const requestTracing = fastifyPlugin(
  async (app) => {
    await app.register(fastifyRequestContext, { defaultStoreValues: requestContextFor });
    // Not onRequestAbort: its listener on the request keeps finished requests in memory until the next major collection.
    app.addHook('onRequest', (request, { raw }, done) => {
      raw.once('close', () => {
        if (raw.writableFinished) return;
        runInRequestContext(requestContextFor(request), () =>
          request.log.info({ req: request }, 'request ended before its answer'),
        );
      });
      done();
    });
    app.addHook('onSend', (request, reply, _payload, done) => {
      reply.header(requestIdHeader, request.id);
      done();
    });
    // The socket's events, which end a request, belong to no context.
    app.addHook('onResponse', (request, reply, done) => {
      runInRequestContext(requestContextFor(request), () =>
        request.log.info(
          { req: request, res: reply, ms: Math.round(reply.elapsedTime) },
          'request completed',
        ),
      );
      done();
    });
  },
  { name: 'request-tracing' },
);
