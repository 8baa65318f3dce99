import type { FastifyInstance, FastifyReply } from 'fastify';

import type { MessageStore } from '../message-store.ts';
import type { SmtpFaults } from '../smtp/server.ts';
import { renderListPage, renderMessagePage } from './page.ts';

const sendNotFound = (reply: FastifyReply, id: string) => reply.code(404).send({ error: `no message ${id}` });

function parseRefuse(body: unknown): boolean | undefined {
  const refuse = typeof body === 'object' && body !== null && 'refuse' in body ? body.refuse : undefined;
  return typeof refuse === 'boolean' ? refuse : undefined;
}

/** Accepts an empty JSON body, because clients of the control API often send the content type without a body. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error('not JSON'), { statusCode: 400 }));
    }
  });
}

/** Routes to read the emails, as JSON and in a browser, and the control API. */
export function addMessageRoutes(app: FastifyInstance, messages: MessageStore, faults: SmtpFaults): void {
  acceptEmptyJson(app);
  app.get<{ Querystring: { to?: string } }>('/messages', (request) => messages.list(request.query.to));
  app.get<{ Params: { id: string } }>('/messages/:id', (request, reply) => {
    const message = messages.find(request.params.id);
    return message ? reply.send(message) : sendNotFound(reply, request.params.id);
  });
  app.delete('/messages', (_request, reply) => {
    messages.clear();
    return reply.code(204).send();
  });

  app.get('/', (_request, reply) => reply.type('text/html').send(renderListPage(messages.list())));
  app.get<{ Params: { id: string } }>('/view/:id', (request, reply) => {
    const message = messages.find(request.params.id);
    return message
      ? reply.type('text/html').send(renderMessagePage(message))
      : sendNotFound(reply, request.params.id);
  });

  app.get('/_sandbox/health', () => ({ status: 'ok', refuse: faults.refuse }));
  app.post('/_sandbox/faults', (request, reply) => {
    const refuse = parseRefuse(request.body);
    if (refuse === undefined) return reply.code(400).send({ error: 'refuse: true or false' });
    faults.refuse = refuse;
    return reply.send({ refuse });
  });
  app.post('/_sandbox/reset', (_request, reply) => {
    messages.clear();
    faults.refuse = false;
    return reply.send({ status: 'ok' });
  });
}
