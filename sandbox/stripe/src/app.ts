import { createClosingSignal, recordCalls, refuseForeignHosts } from '@fareline/sandbox-kit';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { accountEndpoints } from './accounts/accounts.route.ts';
import type { SandboxOptions } from './config.ts';
import { confirmationTokenEndpoints } from './confirmation-tokens/confirmation-tokens.route.ts';
import { addStripeControlRoutes } from './control/control.route.ts';
import { createDeps, type Deps } from './deps.ts';
import { disputeEndpoints } from './disputes/disputes.route.ts';
import { deliver } from './events/emit.ts';
import { defineEndpoint } from './http/endpoint.ts';
import { serverError, StripeError, unknownUrl } from './http/errors.ts';
import { acceptForms, parseForm } from './http/form.ts';
import { handleCall } from './http/handle.ts';
import { expireAuthorisations } from './payment-intents/expire-authorisations.ts';
import { paymentIntentEndpoints } from './payment-intents/payment-intents.route.ts';
import { paymentMethodDomainEndpoints } from './payment-method-domains/payment-method-domains.route.ts';
import { refundEndpoints } from './refunds/refunds.route.ts';
import { addStripeJsRoutes } from './stripe-js/stripe-js.route.ts';

const ENDPOINTS = [
  ...accountEndpoints,
  ...paymentIntentEndpoints,
  ...confirmationTokenEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...paymentMethodDomainEndpoints,
];

const unknownPathEndpoint = defineEndpoint({
  method: 'GET',
  path: '*',
  schema: z.unknown(),
  execute: (_context, _params, id) => {
    throw unknownUrl(id);
  },
});

/** Routes of Stripe's API: form-encoded requests, JSON responses, an API key on every call. */
function addStripeRoutes(app: FastifyInstance, deps: Deps): void {
  acceptForms(app);
  recordCalls(app, deps);
  app.addHook('onRequest', async () => expireAuthorisations(deps));
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
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    routerOptions: { querystringParser: parseForm },
  });
  refuseForeignHosts(app);
  const deps = createDeps(options, createClosingSignal(app));
  addStripeControlRoutes(app, deps);
  addStripeJsRoutes(app);
  app.register(async (provider) => addStripeRoutes(provider, deps));
  app.addHook('onReady', async () => {
    for (const event of deps.events.all()) deliver(deps, event);
  });
  app.addHook('onClose', async () => {
    await deps.webhooks.close();
    deps.store.close();
  });
  return app;
}
