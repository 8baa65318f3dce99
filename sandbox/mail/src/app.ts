import Fastify from 'fastify';

import { routes } from './http/routes.ts';
import { createMessages } from './messages.ts';
import { createSmtpServer, listen } from './smtp/server.ts';

export type { Message } from './messages.ts';

/** Ports of 0 (the default) are chosen by the system. */
export interface MailOptions {
  port?: number;
  smtpPort?: number;
  host?: string;
  /** JSON file that keeps the mails over a restart. */
  stateFile?: string;
}

export interface MailSandbox {
  /** Where the mails are read. */
  url: string;
  /** Where they are sent to: `smtp://host:smtpPort`. */
  smtpUrl: string;
  smtpPort: number;
  close(): Promise<void>;
}

/** Starts both servers. */
export async function startMailSandbox(options: MailOptions = {}): Promise<MailSandbox> {
  const host = options.host ?? '127.0.0.1';
  const messages = createMessages(options.stateFile);
  const faults = { refuse: false };
  const smtp = createSmtpServer(messages, faults);
  const smtpPort = await listen(smtp, options.smtpPort ?? 0, host);
  const http = Fastify({ logger: false, forceCloseConnections: true });
  routes(http, messages, faults);
  const url = await http.listen({ port: options.port ?? 0, host });
  return {
    url,
    smtpUrl: `smtp://${host}:${smtpPort}`,
    smtpPort,
    close: async () => {
      await http.close();
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
}
