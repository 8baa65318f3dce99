import { refuseForeignHosts, Store, WebhookSender } from '@fareline/sandbox-kit';
import Fastify from 'fastify';

import { Deliveries } from './deliveries.ts';
import { addMessageRoutes } from './http/messages.route.ts';
import { createMessageStore } from './message-store.ts';
import { createSmtpServer, listen } from './smtp/server.ts';

export type { Message } from './message-store.ts';

/** A port of 0 (the default) is chosen by the system. */
export interface MailOptions {
  port?: number;
  smtpPort?: number;
  host?: string;
  /** Journal that keeps the emails over a restart. */
  stateFile?: string | undefined;
  /** Where mails that come back are reported, and the secret with which. */
  webhookUrl?: string | undefined;
  webhookSecret?: string | undefined;
}

export interface MailSandbox {
  /** URL of the HTTP server, to read the emails. */
  url: string;
  /** URL of the SMTP server: `smtp://host:smtpPort`. */
  smtpUrl: string;
  smtpPort: number;
  close(): Promise<void>;
}

/** Starts the SMTP server and the HTTP server. */
export async function startMailSandbox(options: MailOptions = {}): Promise<MailSandbox> {
  const host = options.host ?? '127.0.0.1';
  const store = new Store(options.stateFile);
  const messages = createMessageStore(store);
  const faults = { refuse: false };
  const webhooks = new WebhookSender({ url: options.webhookUrl });
  const deliveries = new Deliveries(webhooks, options.webhookSecret ?? '');
  const smtp = createSmtpServer(messages, faults, deliveries);
  const smtpPort = await listen(smtp, options.smtpPort ?? 0, host);
  const http = Fastify({ logger: false, forceCloseConnections: true });
  refuseForeignHosts(http);
  addMessageRoutes(http, { messages, faults, deliveries });
  const url = await http.listen({ port: options.port ?? 0, host });
  return {
    url,
    smtpUrl: `smtp://${host}:${smtpPort}`,
    smtpPort,
    close: async () => {
      await http.close();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      await webhooks.close();
      store.close();
    },
  };
}
