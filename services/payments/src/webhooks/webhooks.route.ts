import { AppError } from '@fareline/service-kit/app-error';
import { routePlugin } from '@fareline/service-kit/http/route-plugin';
import { createMinuteLimit } from '@fareline/service-kit/limits/memory-window';
import type { FastifyRequest } from 'fastify';
import { recordBounce } from '../mail/record-bounce.ts';
import type { Deps } from '../deps.ts';
import { parseMailgunEvent, type MailEvent } from '../mailgun/mailgun-event.ts';
import { handleOrderEvent, handleStripeEvent } from './handle-event.ts';

/** Whether the token has come with this event, or with none so far: a signature that was caught cannot be sent with another event. */
async function isOfToken({ db }: Pick<Deps, 'db'>, { token, id }: MailEvent): Promise<boolean> {
  await db
    .insertInto('webhook_tokens')
    .values({ token, event_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const known = await db
    .selectFrom('webhook_tokens')
    .select('event_id')
    .where('token', '=', token)
    .executeTakeFirst();
  return known?.event_id === id;
}

type Provider = 'stripe' | 'duffel' | 'mail';

const getHeader = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

/**
 * `POST /api/webhooks/stripe`, `/api/webhooks/duffel` and `/api/webhooks/mail`. An event of the first two only triggers the step, which
 * reads the state from the provider, so that reordered, repeated and outdated events have no effect. (PROVIDER-45)
 */
export const webhookRoutes = routePlugin({ name: 'webhooks' }, (app, deps: Deps) => {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );

  /** Records the event after handling it, so that a crash in between does not lose it. */
  async function processOnce(
    provider: Provider,
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
    provider: Provider,
    /** Undefined of a body that is not signed, null of one that is none of ours. */
    parse: (
      body: string,
      request: FastifyRequest,
    ) => Event | null | undefined | Promise<Event | null | undefined>,
    handle: (deps: Deps, event: Event) => Promise<void>,
  ): void {
    const options = { schema: { hide: true }, config: { access: 'webhook' } } as const;
    app.post(`/api/webhooks/${provider}`, options, async (request) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const event = await parse(body, request);
      if (event === undefined) {
        // Anyone can send these, so the operator's line is limited; a wrong secret makes the provider send them.
        if (mayWarn(provider)) deps.log.warn({ provider }, 'webhook with a wrong signature');
        throw new AppError('VALIDATION_ERROR', { message: 'The signature is not valid.' });
      }
      if (event) await processOnce(provider, event.id, () => handle(deps, event));
      return { received: true };
    });
  }

  const { cardGateway, flightProvider, config } = deps;
  addWebhook(
    'stripe',
    (body, request) => cardGateway.parseWebhook(body, getHeader(request, 'stripe-signature')),
    handleStripeEvent,
  );
  addWebhook(
    'duffel',
    (body, request) => flightProvider.parseWebhook(body, getHeader(request, 'x-duffel-signature')),
    handleOrderEvent,
  );
  addWebhook(
    'mail',
    async (body) => {
      const event = parseMailgunEvent(body, config.MAIL_WEBHOOK_SECRET);
      return event && !(await isOfToken(deps, event)) ? undefined : event;
    },
    async (_deps, { bounce }) => {
      if (bounce) await recordBounce(deps, bounce);
    },
  );
});
