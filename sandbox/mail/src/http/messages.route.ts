import { addCommand } from '@fareline/sandbox-kit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import type { MessageStore } from '../message-store.ts';
import type { SmtpFaults } from '../smtp/server.ts';
import { renderListPage, renderMessagePage } from './page.ts';

const FaultsInput = z.strictObject({ refuse: z.boolean() });

/** Routes to read the emails, as JSON and in a browser, and the control API. */
export function addMessageRoutes(app: FastifyInstance, messages: MessageStore, faults: SmtpFaults): void {
  app.get<{ Querystring: { to?: string } }>('/messages', (request) => messages.list(request.query.to));

  app.get('/', (_request, reply) => reply.type('text/html').send(renderListPage(messages.list())));
  app.get<{ Params: { id: string } }>('/view/:id', (request, reply) => {
    const message = messages.find(request.params.id);
    if (!message) return reply.code(404).send({ error: `no message ${request.params.id}` });
    return reply.type('text/html').send(renderMessagePage(message));
  });

  addCommand(app, 'faults', FaultsInput, ({ refuse }) => {
    faults.refuse = refuse;
  });
}
