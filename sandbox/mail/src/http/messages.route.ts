import type { FastifyInstance } from 'fastify';

import type { MessageStore } from '../message-store.ts';
import type { SmtpFaults } from '../smtp/server.ts';
import { renderListPage, renderMessagePage } from './page.ts';

function parseRefuse(body: unknown): boolean | undefined {
  const refuse = typeof body === 'object' && body !== null && 'refuse' in body ? body.refuse : undefined;
  return typeof refuse === 'boolean' ? refuse : undefined;
}

/** Routes to read the emails, as JSON and in a browser, and the control API. */
export function addMessageRoutes(app: FastifyInstance, messages: MessageStore, faults: SmtpFaults): void {
  app.get<{ Querystring: { to?: string } }>('/messages', (request) => messages.list(request.query.to));

  app.get('/', (_request, reply) => reply.type('text/html').send(renderListPage(messages.list())));
  app.get<{ Params: { id: string } }>('/view/:id', (request, reply) => {
    const message = messages.find(request.params.id);
    if (!message) return reply.code(404).send({ error: `no message ${request.params.id}` });
    return reply.type('text/html').send(renderMessagePage(message));
  });

  app.post('/_sandbox/faults', (request, reply) => {
    const refuse = parseRefuse(request.body);
    if (refuse === undefined) return reply.code(400).send({ error: 'refuse: true or false' });
    faults.refuse = refuse;
    return reply.send({ refuse });
  });
}
