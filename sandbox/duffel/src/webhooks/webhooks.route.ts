import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { deriveId } from '../flights/seeded-random.ts';
import { invalidState, notFound } from '../http/errors.ts';
import { paginate } from '../http/paging.ts';
import { parseData } from '../http/request-body.ts';
import type { Deps } from '../deps.ts';
import type { WebhookEndpoint } from './webhook-sender.ts';

const CreateInput = z.object({ url: z.url(), events: z.array(z.string()).min(1) });
const UpdateInput = z
  .object({ active: z.boolean(), url: z.url(), events: z.array(z.string()).min(1) })
  .partial();

/** The secret is only in the response that creates the webhook. */
const omitSecret = ({ secret: _, ...rest }: WebhookEndpoint) => rest;

/** Routes for webhook endpoints, in addition to the URL from the configuration. */
export function addWebhookRoutes(app: FastifyInstance, deps: Deps): void {
  const { endpoints } = deps.webhooks;
  const findEndpoint = (id: string): WebhookEndpoint => {
    const found = endpoints.get(id);
    if (!found) throw notFound('webhook');
    return found;
  };

  app.post('/air/webhooks', async (request, reply) => {
    const input = parseData(request, CreateInput);
    const now = deps.clock.iso();
    const endpoint: WebhookEndpoint = {
      id: deriveId('end', randomBytes(16).toString('hex')),
      ...input,
      active: true,
      live_mode: request.liveMode,
      created_at: now,
      updated_at: now,
      secret: randomBytes(16).toString('base64'),
    };
    endpoints.put(endpoint.id, endpoint, true);
    return reply.code(201).send({ data: endpoint });
  });

  app.get('/air/webhooks', async (request) => paginate(endpoints.all().map(omitSecret), request.query));

  app.patch<{ Params: { id: string } }>('/air/webhooks/:id', async (request) => {
    const changed = {
      ...findEndpoint(request.params.id),
      ...parseData(request, UpdateInput),
      updated_at: deps.clock.iso(),
    };
    endpoints.put(changed.id, changed, true);
    return { data: omitSecret(changed) };
  });

  app.delete<{ Params: { id: string } }>('/air/webhooks/:id', async (request, reply) => {
    endpoints.remove(findEndpoint(request.params.id).id);
    return reply.code(204).send();
  });

  app.post<{ Params: { id: string } }>('/air/webhooks/:id/actions/ping', async (request, reply) => {
    const endpoint = findEndpoint(request.params.id);
    const event = deps.webhooks.recordEvent('ping.triggered', endpoint.id, endpoint.live_mode, {});
    if (await deps.webhooks.send(event, endpoint.url, endpoint.secret)) return reply.code(204).send();
    throw invalidState('webhook_client_error', 'Webhook failed to receive event', '');
  });

  app.get<{ Params: { id: string } }>('/air/webhooks/events/:id', async (request) => {
    const event = deps.webhooks.events.get(request.params.id);
    if (!event) throw notFound('webhook event');
    return { data: event };
  });

  app.post<{ Params: { id: string } }>(
    '/air/webhooks/events/:id/actions/redeliver',
    async (request, reply) => {
      const event = deps.webhooks.events.get(request.params.id);
      if (!event) throw notFound('webhook event');
      deps.webhooks.deliver(event);
      return reply.code(202).send({ data: event });
    },
  );
}
