import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  jsonSchemaTransformObject,
} from 'fastify-type-provider-zod';
import { AppError } from '../app-error.ts';
import type { CommonConfig } from '../config.ts';
import { getBufferedStream, loggerOptions } from '../logging.ts';
import { readRequestId } from '../request-context.ts';
import type { ServiceOptions } from '../run-service.ts';
import { access, declareAccess } from './access.ts';
import { administration } from './administration.ts';
import { allowedMethods } from './allowed-methods.ts';
import type { IsBrandHost } from './brand-host-check.ts';
import {
  connections,
  defaultTimeouts,
  type ConnectionsOptions,
  type ConnectionTimeouts,
} from './connections.ts';
import { errorHandler, notFoundHandler } from './error-handler.ts';
import { createProxyCheck, forwardedAddresses } from './forwarded-addresses.ts';
import { metrics } from './metrics.ts';
import { hasUnstorableText, nulBytes } from './nul-bytes.ts';
import { originCheck } from './origin-check.ts';
import { overload, type OverloadOptions } from './overload.ts';
import { createClientErrorHandler, createFrameworkErrorHandler, headerCheck } from './refused-requests.ts';
import { requestTracing } from './request-tracing.ts';
import { siteOrigin } from './site-origin.ts';

export interface ServerOptions {
  name: string;
  config: CommonConfig;
  /** Whether a host is a brand's: writes from its pages are accepted and links lead to it, as for SITE_ORIGIN. (HOST-01, HOST-03) */
  isBrandHost: IsBrandHost;
  /** Whether anyone on the internet may call it: ids and traces that such clients send are replaced. */
  isPublic?: boolean;
  /** Rewrites the URL of a request before routing; none by default. */
  rewriteUrl?: (url: string) => string;
  /** Headers of every response that does not set them itself, also of those to requests that no hook sees. */
  headers?: Readonly<Record<string, string>>;
  overload?: OverloadOptions;
  timeouts?: Partial<ConnectionTimeouts>;
  maxConnections?: ConnectionsOptions['maxConnections'];
  /** Where the log lines go instead of stdout. */
  logStream?: ServiceOptions['logStream'];
  /** Whether the log may lack its last lines when the process is killed: not where they say what became of money. */
  buffersLog?: boolean;
}

/** Every response has these: no browser guesses the type of a body. */
const defaultHeaders = { 'x-content-type-options': 'nosniff' };

/**
 * Creates a service's server with all that the services have in common: request ids, logs, errors, origin and access checks,
 * cookies, metrics and, outside production, the API document.
 */
export async function buildServer({
  name,
  config,
  isBrandHost,
  isPublic = false,
  rewriteUrl = (url) => url,
  headers: additionalHeaders = {},
  overload: overloadOptions = {},
  timeouts: changedTimeouts = {},
  maxConnections,
  buffersLog = false,
  logStream = buffersLog ? getBufferedStream() : undefined,
}: ServerOptions): Promise<FastifyInstance> {
  const headers = { ...defaultHeaders, ...additionalHeaders };
  const headerEntries = Object.entries(headers);
  const timeouts = { ...defaultTimeouts, ...changedTimeouts };
  const createRequestId = ({ headers }: IncomingMessage) => readRequestId(isPublic ? {} : headers);
  const app: FastifyInstance = Fastify({
    logger: {
      ...loggerOptions(name, config.LOG_LEVEL, config.COMMIT),
      ...(logStream ? { stream: logStream } : {}),
    },
    trustProxy: config.TRUSTED_PROXIES,
    bodyLimit: 256 * 1024,
    serverFactory: (handle) =>
      createHttpServer(timeouts, (request, response) => {
        if (app.refuseEarly(request, response)) return;
        app.addRequest(request, response);
        handle(request, response);
      }),
    forceCloseConnections: 'idle',
    // A request on a kept-alive connection is still handled while the server is stopping.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => rewriteUrl(url),
    frameworkErrors: createFrameworkErrorHandler(headers),
    clientErrorHandler: createClientErrorHandler(headers),
    genReqId: createRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    // The log mixin already adds the request id from the request context.
    childLoggerFactory: (logger, _bindings, options) => logger.child({}, options),
  });
  // Node refuses unknown expectations without a body; a server may ignore them. (RFC 9110, section 10.1.1)
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(errorHandler);
  app.setNotFoundHandler(notFoundHandler);
  app.decorateReply('errorCode', undefined);
  app.decorateReply('limit', undefined);
  const isProxy = createProxyCheck(config.TRUSTED_PROXIES);
  await app.register(connections, { isPublic, isProxy, maxConnections });
  await app.register(forwardedAddresses);
  await app.register(overload, { ...overloadOptions, headers, isPublic, isProxy, createRequestId });
  await app.register(requestTracing, { isPublic });
  let isStopping = false;
  app.addHook('preClose', async () => void (isStopping = true));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A connection that stays open after the last response would delay the shutdown.
    if (isStopping) reply.header('connection', 'close');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    for (const [name, value] of headerEntries) if (!reply.hasHeader(name)) reply.header(name, value);
    done();
  });
  await app.register(headerCheck);
  parseJson(app);
  await app.register(cookie);
  await app.register(nulBytes);
  const { SITE_ORIGIN: origins, ADMIN_ORIGIN: adminOrigin } = config;
  await app.register(administration, { adminOrigin });
  await app.register(originCheck, { origins, adminOrigin, isBrandHost });
  await app.register(siteOrigin, {
    origins: [...origins, ...(adminOrigin ? [adminOrigin] : [])],
    isBrandHost,
  });
  await app.register(access, { acceptedCallers: config.ACCEPTED_CALLERS });
  await app.register(allowedMethods);
  await app.register(metrics, {
    token: config.METRICS_TOKEN ?? (config.NODE_ENV === 'production' ? false : undefined),
  });
  if (config.NODE_ENV !== 'production') await registerDocs(app, name);
  return app;
}

function createHttpServer(timeouts: ConnectionTimeouts, listener: RequestListener): Server {
  const server = createServer(
    {
      // Checked by a hook instead, because Node's answer has no body.
      requireHostHeader: false,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: timeouts.checkInterval,
    },
    listener,
  );
  return server.setTimeout(timeouts.inactivity);
}

/** Accepts an empty JSON body, and rejects one with a string that PostgreSQL cannot store. */
function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, null);
    else
      void parse(request, body as string, (error, value) => {
        const isInvalid = !error && hasUnstorableText(body as string, value);
        done(isInvalid ? new AppError('INVALID_CHARACTER') : error, value);
      });
  });
}

async function registerDocs(app: FastifyInstance, name: string): Promise<void> {
  // Not installed in production, which has no such pages.
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: `${name} API`, version: '1' } },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(async (scope) => {
    declareAccess(scope, 'public');
    await scope.register(swaggerUi, { routePrefix: `/api/${name}/docs`, staticCSP: true });
  });
}
