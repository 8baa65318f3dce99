import { addCommand } from '@fareline/sandbox-kit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

import { outcomes, type Deliveries } from '../deliveries.ts';
import { toMessage, type MessageStore } from '../message-store.ts';
import type { SmtpFaults } from '../smtp/server.ts';
import { pagePolicy, renderListPage, renderMessagePage } from './page.ts';
import { mailPolicy, renderMail } from './render-mail.ts';

const OutcomeInput = z.strictObject({ address: z.string().min(3), outcome: z.enum(outcomes) });
const FaultsInput = z.strictObject({ refuse: z.boolean() });

interface ById {
  Params: { id: string };
}

const sendHtml = (reply: FastifyReply, policy: string, html: string) =>
  reply.header('content-security-policy', policy).type('text/html').send(html);

/** A header that names a file, whatever its characters. (RFC 6266) */
function getDisposition(filename: string): string {
  const encoded = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

interface RouteDeps {
  messages: MessageStore;
  faults: SmtpFaults;
  deliveries: Deliveries;
}

/** Routes to read the emails, as JSON and in a browser, and the control API. */
export function addMessageRoutes(app: FastifyInstance, { messages, faults, deliveries }: RouteDeps): void {
  const notFound = (reply: FastifyReply, id: string) => reply.code(404).send({ error: `no message ${id}` });
  // The content of a mail is not trusted.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
  });

  app.get<{ Querystring: { to?: string } }>('/messages', (request) =>
    messages.list(request.query.to).map(toMessage),
  );
  app.get<{ Params: { id: string; number: string } }>(
    '/messages/:id/attachments/:number',
    ({ params: { id, number } }, reply) => {
      const attachment = messages.find(id)?.attachments[Number(number) - 1];
      if (!attachment) return reply.code(404).send({ error: `no attachment ${number} of message ${id}` });
      const { filename, contentType, content } = attachment;
      const isMediaType = /^[\w.+-]+\/[\w.+-]+$/.test(contentType);
      return reply
        .header('content-disposition', getDisposition(filename))
        .type(isMediaType ? contentType : 'application/octet-stream')
        .send(Buffer.from(content, 'base64'));
    },
  );

  app.get('/', (_request, reply) =>
    sendHtml(reply, pagePolicy, renderListPage(messages.list().map(toMessage))),
  );
  app.get<ById>('/view/:id', ({ params: { id } }, reply) => {
    const message = messages.find(id);
    return message ? sendHtml(reply, pagePolicy, renderMessagePage(toMessage(message))) : notFound(reply, id);
  });
  app.get<ById>('/view/:id/html', ({ params: { id } }, reply) => {
    const message = messages.find(id);
    return message?.html ? sendHtml(reply, mailPolicy, renderMail(message)) : notFound(reply, id);
  });

  addCommand(app, 'faults', FaultsInput, ({ refuse }) => {
    faults.refuse = refuse;
  });
  addCommand(app, 'outcomes', OutcomeInput, ({ address, outcome }) => deliveries.set(address, outcome));
}
