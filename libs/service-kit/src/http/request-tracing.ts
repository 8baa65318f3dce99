import { fastifyRequestContext } from '@fastify/request-context';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import {
  readTraceparent,
  requestIdHeader,
  runInRequest,
  type RequestContextData,
} from '../request-context.ts';

const contexts = new WeakMap<FastifyRequest, RequestContextData>();

function contextOf(request: FastifyRequest): RequestContextData {
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
    await app.register(fastifyRequestContext, { defaultStoreValues: contextOf });
    app.addHook('onSend', (request, reply, _payload, done) => {
      reply.header(requestIdHeader, request.id);
      done();
    });
    // The socket's events, which end a request, belong to no context.
    app.addHook('onResponse', (request, reply, done) => {
      runInRequest(contextOf(request), () =>
        request.log.info(
          { req: request, res: reply, ms: Math.round(reply.elapsedTime) },
          'request completed',
        ),
      );
      done();
    });
    app.addHook('onRequestAbort', (request, done) => {
      runInRequest(contextOf(request), () =>
        request.log.info({ req: request }, 'request aborted by the client'),
      );
      done();
    });
  },
  { name: 'request-tracing' },
);
