import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  jsonSchemaTransformObject,
} from 'fastify-type-provider-zod';
import type { CommonConfig } from '../config.ts';
import { loggerOptions } from '../logging.ts';
import { errorHandler, notFoundHandler } from './error-handler.ts';
import { health, type ReadinessChecks } from './health.ts';
import { originCheck } from './origin-check.ts';
import { serviceCredential } from './service-credential.ts';

export interface ServerOptions {
  name: string;
  config: CommonConfig;
  checks: ReadinessChecks;
  /** Whether X-Forwarded-* headers are believed: true behind the edge, false at the edge itself. */
  trustProxy?: boolean;
  /** The address that a request is answered for; as it came unless told. */
  readAddress?: (url: string) => string;
}

const requestIdPattern = /^[\w-]{8,64}$/;

/** What every service's server does alike: ids, logs, errors, origin and credential checks, cookies, health and, outside production, the API document. */
export async function buildServer({
  name,
  config,
  checks,
  trustProxy = true,
  readAddress = (url) => url,
}: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(name, config.LOG_LEVEL),
    trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 180_000,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => readAddress(url),
    // What the router refuses before any route is asked, such as an endless parameter: nothing is there.
    frameworkErrors: (_error, request, reply) => notFoundHandler(request, reply),
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(errorHandler);
  app.setNotFoundHandler(notFoundHandler);
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
  acceptEmptyJson(app);
  await app.register(cookie);
  await app.register(originCheck, { origins: config.SITE_ORIGIN });
  await app.register(serviceCredential, { credential: config.SERVICE_CREDENTIAL });
  await app.register(health, { checks });
  if (config.NODE_ENV !== 'production') await registerDocs(app, name);
  return app;
}

/** A POST without a body may still say that it is JSON. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, null);
    else parse(request, body as string, done);
  });
}

async function registerDocs(app: FastifyInstance, name: string): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: `${name} API`, version: '1' } },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, { routePrefix: `/api/${name}/docs` });
}
