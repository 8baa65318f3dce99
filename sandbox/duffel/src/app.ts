import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { addControlRoutes } from './control/control.route.ts';
import { addFaultHooks } from './control/fault-hooks.ts';
import { DuffelProblem, envelope, notFound } from './http/errors.ts';
import { addProviderRules } from './http/provider-rules.ts';
import { addAirlineInitiatedChangeRoutes } from './changes/airline-initiated-changes.route.ts';
import { addChangeRoutes } from './changes/changes.route.ts';
import { addBatchOfferRequestRoutes } from './offers/batch-offer-requests.route.ts';
import { addOfferRequestRoutes } from './offers/offer-requests.route.ts';
import { addOfferRoutes } from './offers/offers.route.ts';
import { addCancellationRoutes } from './orders/cancellations.route.ts';
import { addOrderRoutes } from './orders/orders.route.ts';
import { addPaymentRoutes } from './orders/payments.route.ts';
import { addPlaceRoutes } from './reference/places.route.ts';
import { addReferenceRoutes } from './reference/reference.route.ts';
import { createSandbox, type SandboxOptions } from './sandbox.ts';
import { addWebhookRoutes } from './webhooks/webhooks.route.ts';

export type { SandboxOptions } from './sandbox.ts';

/** What Fastify itself refuses, told as Duffel tells it. */
function asProblem(error: FastifyError | DuffelProblem): DuffelProblem {
  if (error instanceof DuffelProblem) return error;
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new DuffelProblem(400, {
      type: 'invalid_request_error',
      code: 'invalid_content_type_header',
      title: 'Invalid content type',
      message: 'The Content-Type should be set to application/json.',
    });
  const status = error.statusCode ?? 500;
  if (status < 500)
    return new DuffelProblem(status, {
      type: 'invalid_request_error',
      code: 'malformed_data_param',
      title: 'Malformed data',
      message: 'The data in the request body is not valid.',
    });
  return new DuffelProblem(500, {
    type: 'api_error',
    code: 'internal_server_error',
    title: 'Internal server error',
    message: 'Something went wrong on our end.',
  });
}

/** A server that speaks Duffel's API v2 and flies an invented but steady world. Not yet listening. */
export function buildDuffelSandbox(options: SandboxOptions = {}): FastifyInstance {
  const sandbox = createSandbox(options);
  const app = Fastify({
    bodyLimit: 4 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });

  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    try {
      done(null, JSON.parse(String(body)));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });

  app.setErrorHandler((error: FastifyError | DuffelProblem, request, reply) => {
    const problem = asProblem(error);
    if (problem.status === 500) console.error(error);
    return reply.code(problem.status).send(envelope(problem.status, request.requestId, [problem.body]));
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(envelope(404, request.requestId, [notFound('path').body])),
  );

  addControlRoutes(app, sandbox);
  void app.register(async (provider) => {
    addFaultHooks(provider, sandbox);
    addProviderRules(provider, sandbox);
    addOfferRequestRoutes(provider, sandbox);
    addOfferRoutes(provider, sandbox);
    addBatchOfferRequestRoutes(provider, sandbox);
    addOrderRoutes(provider, sandbox);
    addPaymentRoutes(provider, sandbox);
    addCancellationRoutes(provider, sandbox);
    addChangeRoutes(provider, sandbox);
    addAirlineInitiatedChangeRoutes(provider, sandbox);
    addReferenceRoutes(provider);
    addPlaceRoutes(provider);
    addWebhookRoutes(provider, sandbox);
  });
  app.addHook('onClose', async () => {
    sandbox.webhooks.close();
    sandbox.store.close();
  });
  return app;
}
