import { createClosingSignal, refuseForeignHosts } from '@fareline/sandbox-kit';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { addDuffelControlRoutes } from './control/control.route.ts';
import { addFaultHooks } from './control/fault-hooks.ts';
import { DuffelApiError, errorEnvelope, internalServerError, notFound } from './http/errors.ts';
import { addProviderRules, addRequestIds } from './http/provider-rules.ts';
import { addAirlineLogoRoute } from './flights/airline-logos.route.ts';
import { addAirlineInitiatedChangeRoutes } from './changes/airline-initiated-changes.route.ts';
import { addChangeRoutes } from './changes/changes.route.ts';
import { addBatchOfferRequestRoutes } from './offers/batch-offer-requests.route.ts';
import { addOfferRequestRoutes } from './offers/offer-requests.route.ts';
import { addOfferRoutes } from './offers/offers.route.ts';
import { addCancellationRoutes } from './orders/cancellations.route.ts';
import { addOrderRoutes } from './orders/orders.route.ts';
import { createDeps, type SandboxOptions } from './deps.ts';

export type { SandboxOptions } from './deps.ts';

/** Converts an error raised by Fastify to Duffel's error format. */
function toDuffelApiError(error: FastifyError | DuffelApiError): DuffelApiError {
  if (error instanceof DuffelApiError) return error;
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new DuffelApiError(400, {
      type: 'invalid_request_error',
      code: 'invalid_content_type_header',
      title: 'Invalid content type',
      message: 'The Content-Type should be set to application/json.',
    });
  const status = error.statusCode ?? 500;
  if (status < 500)
    return new DuffelApiError(status, {
      type: 'invalid_request_error',
      code: 'malformed_data_param',
      title: 'Malformed data',
      message: 'The data in the request body is not valid.',
    });
  return internalServerError();
}

/** Builds a server that implements Duffel's API v2 with generated, reproducible data. The caller makes it listen. */
export function buildDuffelSandbox(options: SandboxOptions = {}): FastifyInstance {
  const app = Fastify({
    bodyLimit: 4 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });

  refuseForeignHosts(app);
  const deps = createDeps(options, createClosingSignal(app));

  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    try {
      done(null, JSON.parse(String(body)));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });

  addRequestIds(app);
  app.setErrorHandler((error: FastifyError | DuffelApiError, request, reply) => {
    const apiError = toDuffelApiError(error);
    if (apiError.status === 500) console.error(error);
    return reply
      .code(apiError.status)
      .send(errorEnvelope(apiError.status, request.requestId, [apiError.body]));
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(errorEnvelope(404, request.requestId, [notFound('path').body])),
  );

  // No response confirms a change that is not on disk.
  app.addHook('onSend', async () => deps.store.commit());
  addDuffelControlRoutes(app, deps);
  addAirlineLogoRoute(app);
  void app.register(async (provider) => {
    addFaultHooks(provider, deps);
    addProviderRules(provider, deps);
    addOfferRequestRoutes(provider, deps);
    addOfferRoutes(provider, deps);
    addBatchOfferRequestRoutes(provider, deps);
    addOrderRoutes(provider, deps);
    addCancellationRoutes(provider, deps);
    addChangeRoutes(provider, deps);
    addAirlineInitiatedChangeRoutes(provider, deps);
  });
  app.addHook('onClose', async () => {
    await deps.webhooks.close();
    deps.store.close();
  });
  return app;
}
