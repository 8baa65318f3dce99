import { AppError } from '@fareline/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { noteOrderEvent, noteStripeEvent } from './note-event.ts';

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

/**
 * `POST /api/webhooks/stripe` and `/api/webhooks/duffel`. A message only says where to look: what is true is asked of the
 * provider by the sweeper, so that order, repeats and old news do no harm. (PROVIDER-45)
 */
export async function webhooksRoutes(app: FastifyInstance, context: Context): Promise<void> {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );

  /** Noted first and remembered after, so that a message is not lost in between. */
  async function once(
    provider: 'stripe' | 'duffel',
    eventId: string,
    note: () => Promise<void>,
  ): Promise<void> {
    const known = await context.db
      .selectFrom('webhook_events')
      .select('event_id')
      .where('provider', '=', provider)
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    if (known) return;
    await note();
    await context.db
      .insertInto('webhook_events')
      .values({ provider, event_id: eventId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  const refuse = (): never => {
    throw new AppError('VALIDATION_ERROR', { message: 'The signature is not valid.' });
  };

  const options = { schema: { hide: true }, config: { access: 'webhook' } } as const;
  app.post('/api/webhooks/stripe', options, async (request) => {
    const body = typeof request.body === 'string' ? request.body : '';
    const event = context.stripe.readWebhook(body, header(request, 'stripe-signature')) ?? refuse();
    await once('stripe', event.id, () => noteStripeEvent(context, event));
    return { received: true };
  });

  app.post('/api/webhooks/duffel', options, async (request) => {
    const body = typeof request.body === 'string' ? request.body : '';
    const event = context.duffel.readWebhook(body, header(request, 'x-duffel-signature')) ?? refuse();
    await once('duffel', event.id, () => noteOrderEvent(context, event));
    return { received: true };
  });
}
