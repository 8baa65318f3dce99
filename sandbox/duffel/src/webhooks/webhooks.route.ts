import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { derivedId } from '../flights/random.ts';
import { invalidState, notFound } from '../http/errors.ts';
import { paginate } from '../http/paging.ts';
import { parseData } from '../http/request-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { WebhookEndpoint } from './webhook-sender.ts';

const CreateInput = z.object({ url: z.url(), events: z.array(z.string()).min(1) });
const UpdateInput = z
  .object({ active: z.boolean(), url: z.url(), events: z.array(z.string()).min(1) })
  .partial();

/** The secret is told once, when the webhook is made. */
const withoutSecret = ({ secret: _, ...rest }: WebhookEndpoint) => rest;

/** Where events are sent besides the address the sandbox was started with. */
export function addWebhookRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { endpoints } = sandbox.webhooks;
  const find = (id: string): WebhookEndpoint => {
    const found = endpoints.get(id);
    if (!found) throw notFound('webhook');
    return found;
  };

  app.post('/air/webhooks', async (request, reply) => {
    const input = parseData(request, CreateInput);
    const now = sandbox.clock.iso();
    const endpoint: WebhookEndpoint = {
      id: derivedId('end', randomBytes(16).toString('hex')),
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

  app.get('/air/webhooks', async (request) => paginate(endpoints.all().map(withoutSecret), request.query));

  app.patch<{ Params: { id: string } }>('/air/webhooks/:id', async (request) => {
    const changed = {
      ...find(request.params.id),
      ...parseData(request, UpdateInput),
      updated_at: sandbox.clock.iso(),
    };
    endpoints.put(changed.id, changed, true);
    return { data: withoutSecret(changed) };
  });

  app.delete<{ Params: { id: string } }>('/air/webhooks/:id', async (request, reply) => {
    endpoints.remove(find(request.params.id).id);
    return reply.code(204).send();
  });

  app.post<{ Params: { id: string } }>('/air/webhooks/:id/actions/ping', async (request, reply) => {
    const endpoint = find(request.params.id);
    const event = sandbox.webhooks.record('ping.triggered', endpoint.id, endpoint.live_mode, {});
    if (await sandbox.webhooks.post(event, endpoint.url, endpoint.secret)) return reply.code(204).send();
    throw invalidState('webhook_client_error', 'Webhook failed to receive event', '');
  });

  app.get<{ Params: { id: string } }>('/air/webhooks/events/:id', async (request) => {
    const event = sandbox.webhooks.events.get(request.params.id);
    if (!event) throw notFound('webhook event');
    return { data: event };
  });

  app.post<{ Params: { id: string } }>(
    '/air/webhooks/events/:id/actions/redeliver',
    async (request, reply) => {
      const event = sandbox.webhooks.events.get(request.params.id);
      if (!event) throw notFound('webhook event');
      sandbox.webhooks.deliver(event);
      return reply.code(202).send({ data: event });
    },
  );
}
