import { AppError } from '@fareline/service-kit/app-error';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { createMinuteLimit } from '@fareline/service-kit/limits/memory-window';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { handleOrderEvent, handleStripeEvent } from './handle-event.ts';

const getHeader = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

/**
 * `POST /api/webhooks/stripe` and `/api/webhooks/duffel`. An event only triggers the step, which reads the state from the
 * provider, so that reordered, repeated and outdated events have no effect. (PROVIDER-45)
 */
export const webhookRoutes = routePlugin({ name: 'webhooks' }, (app, deps: Deps) => {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );

  /** Records the event after handling it, so that a crash in between does not lose it. */
  async function processOnce(
    provider: 'stripe' | 'duffel',
    eventId: string,
    handle: () => Promise<void>,
  ): Promise<void> {
    const known = await deps.db
      .selectFrom('webhook_events')
      .select('event_id')
      .where('provider', '=', provider)
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    if (known) return;
    await handle();
    await deps.db
      .insertInto('webhook_events')
      .values({ provider, event_id: eventId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  const mayWarn = createMinuteLimit();
  /** Anyone can send these, so the operator's line is limited; a wrong secret makes the provider send them. */
  const rejectSignature = (provider: 'stripe' | 'duffel'): never => {
    if (mayWarn(provider)) deps.log.warn({ provider }, 'webhook with a wrong signature');
    throw new AppError('VALIDATION_ERROR', { message: 'The signature is not valid.' });
  };

  const options = { schema: { hide: true }, config: { access: 'webhook' } } as const;
  app.post('/api/webhooks/stripe', options, async (request) => {
    const body = typeof request.body === 'string' ? request.body : '';
    const event =
      deps.cardGateway.parseWebhook(body, getHeader(request, 'stripe-signature')) ??
      rejectSignature('stripe');
    await processOnce('stripe', event.id, () => handleStripeEvent(deps, event));
    return { received: true };
  });

  app.post('/api/webhooks/duffel', options, async (request) => {
    const body = typeof request.body === 'string' ? request.body : '';
    const event =
      deps.flightProvider.parseWebhook(body, getHeader(request, 'x-duffel-signature')) ??
      rejectSignature('duffel');
    await processOnce('duffel', event.id, () => handleOrderEvent(deps, event));
    return { received: true };
  });
});
