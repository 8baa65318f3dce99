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

  function addWebhook<Event extends { id: string }>(
    provider: 'stripe' | 'duffel',
    { parseWebhook }: { parseWebhook(body: string, signature: string): Event | undefined },
    signatureHeader: string,
    handle: (deps: Deps, event: Event) => Promise<void>,
  ): void {
    const options = { schema: { hide: true }, config: { access: 'webhook' } } as const;
    app.post(`/api/webhooks/${provider}`, options, async (request) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const event = parseWebhook(body, getHeader(request, signatureHeader));
      if (!event) {
        // Anyone can send these, so the operator's line is limited; a wrong secret makes the provider send them.
        if (mayWarn(provider)) deps.log.warn({ provider }, 'webhook with a wrong signature');
        throw new AppError('VALIDATION_ERROR', { message: 'The signature is not valid.' });
      }
      await processOnce(provider, event.id, () => handle(deps, event));
      return { received: true };
    });
  }

  addWebhook('stripe', deps.cardGateway, 'stripe-signature', handleStripeEvent);
  addWebhook('duffel', deps.flightProvider, 'x-duffel-signature', handleOrderEvent);
});
