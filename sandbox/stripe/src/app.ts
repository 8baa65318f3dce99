import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { accountEndpoints } from './account/routes.ts';
import { paymentMethodEndpoints } from './cards/routes.ts';
import { chargeEndpoints } from './charges/routes.ts';
import { createClock } from './clock.ts';
import type { Options } from './config.ts';
import { controlRoutes } from './control/routes.ts';
import { createDispatcher } from './events/dispatch.ts';
import { eventEndpoints } from './events/routes.ts';
import { endpoint } from './http/endpoint.ts';
import { serverError, StripeError } from './http/errors.ts';
import { createFaults } from './http/faults.ts';
import { acceptForms, parseForm } from './http/form.ts';
import { handleCall } from './http/handle.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { unknownUrl } from './http/unknown-url.ts';
import { createLapse } from './payment-intents/lapse.ts';
import { paymentIntentEndpoints } from './payment-intents/routes.ts';
import { refundEndpoints } from './refunds/routes.ts';
import type { Sandbox } from './sandbox.ts';
import { createStore } from './state/store.ts';

const ENDPOINTS = [
  ...accountEndpoints,
  ...chargeEndpoints,
  ...eventEndpoints,
  ...paymentIntentEndpoints,
  ...paymentMethodEndpoints,
  ...refundEndpoints,
];

const nowhere = endpoint({
  method: 'GET',
  path: '*',
  schema: z.unknown(),
  execute: (_context, _params, id) => unknownUrl(id),
});

function assemble(options: Options, closing: AbortSignal): Sandbox {
  const store = createStore(options.stateFile);
  const clock = createClock(store.get('settings', 'clock'));
  const dispatcher = createDispatcher(store, options);
  return {
    options,
    store,
    clock,
    dispatcher,
    closing,
    faults: createFaults(),
    inProgress: new Set(),
    countCall: createRateLimit(options.rateLimit ?? 0),
    lapse: createLapse(store, clock, options, dispatcher),
  };
}

/** Stripe's paths: forms in, JSON out, a key on every call. */
function stripeRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  acceptForms(app);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof StripeError)) console.error(error);
    const { status, body } = error instanceof StripeError ? error : serverError();
    return reply.code(status).send({ error: body });
  });
  app.options('/v1/*', (_request, reply) =>
    reply
      .code(200)
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, HEAD, OPTIONS, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, Stripe-Version',
        'access-control-max-age': '300',
      })
      .send(),
  );
  for (const one of ENDPOINTS) {
    app.route({
      method: one.method,
      url: one.path,
      handler: (request, reply) => handleCall(sandbox, one, request, reply),
    });
  }
  app.setNotFoundHandler((request, reply) => handleCall(sandbox, nowhere, request, reply));
}

/** A server that speaks Stripe's API, ready to `listen`. */
export function buildStripeSandbox(options: Options = {}): FastifyInstance {
  const closing = new AbortController();
  const sandbox = assemble(options, closing.signal);
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    routerOptions: { querystringParser: parseForm },
  });
  app.register(async (scope) => stripeRoutes(scope, sandbox));
  app.register(async (scope) => controlRoutes(scope, sandbox));
  app.addHook('onReady', async () => {
    sandbox.lapse(true);
    sandbox.dispatcher.wake();
  });
  app.addHook('preClose', async () => closing.abort());
  app.addHook('onClose', async () => {
    await sandbox.dispatcher.close();
    sandbox.store.close();
  });
  return app;
}
