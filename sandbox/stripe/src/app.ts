import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { balanceEndpoints } from './balance/balance.route.ts';
import { createClock } from './clock.ts';
import type { SandboxOptions } from './config.ts';
import { addControlRoutes } from './control/control.route.ts';
import { createDispatcher } from './events/dispatch.ts';
import { defineEndpoint } from './http/endpoint.ts';
import { serverError, StripeError } from './http/errors.ts';
import { createFaults } from './http/faults.ts';
import { acceptForms, parseForm } from './http/form.ts';
import { handleCall } from './http/handle.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { throwUnknownUrl } from './http/unknown-url.ts';
import { createAuthorisationExpiry } from './payment-intents/expire-authorisations.ts';
import { paymentIntentEndpoints } from './payment-intents/payment-intents.route.ts';
import { refundEndpoints } from './refunds/refunds.route.ts';
import type { Deps } from './deps.ts';
import { createStore } from './state/store.ts';

const ENDPOINTS = [...balanceEndpoints, ...paymentIntentEndpoints, ...refundEndpoints];

const unknownPathEndpoint = defineEndpoint({
  method: 'GET',
  path: '*',
  schema: z.unknown(),
  execute: (_context, _params, id) => throwUnknownUrl(id),
});

function createDeps(options: SandboxOptions, closing: AbortSignal): Deps {
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
    checkRateLimit: createRateLimit(options.rateLimit ?? 0),
    expireAuthorisations: createAuthorisationExpiry(store, clock, options, dispatcher),
  };
}

/** Routes of Stripe's API: form-encoded requests, JSON responses, an API key on every call. */
function addStripeRoutes(app: FastifyInstance, deps: Deps): void {
  acceptForms(app);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof StripeError)) console.error(error);
    const { status, body } = error instanceof StripeError ? error : serverError();
    return reply.code(status).send({ error: body });
  });
  for (const definition of ENDPOINTS) {
    app.route({
      method: definition.method,
      url: definition.path,
      handler: (request, reply) => handleCall(deps, definition, request, reply),
    });
  }
  app.setNotFoundHandler((request, reply) => handleCall(deps, unknownPathEndpoint, request, reply));
}

/** Builds a server that implements Stripe's API. The caller makes it listen. */
export function buildStripeSandbox(options: SandboxOptions = {}): FastifyInstance {
  const closing = new AbortController();
  const deps = createDeps(options, closing.signal);
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    routerOptions: { querystringParser: parseForm },
  });
  app.register(async (scope) => addStripeRoutes(scope, deps));
  app.register(async (scope) => addControlRoutes(scope, deps));
  app.addHook('onReady', async () => {
    deps.expireAuthorisations(true);
    deps.dispatcher.deliverPending();
  });
  app.addHook('preClose', async () => closing.abort());
  app.addHook('onClose', async () => {
    await deps.dispatcher.close();
    deps.store.close();
  });
  return app;
}
