import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

import type { Messages } from '../messages.ts';
import { parseMail } from '../mime/parse.ts';

/** Set by the control call; while true the server greets with 421 and hangs up. */
export interface SmtpFaults {
  refuse: boolean;
}

const MAX_BYTES = 10_000_000;

function smtpError(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}

function readStream(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

/** An SMTP server that takes every mail and sends none: no login, no TLS. */
export function createSmtpServer(messages: Messages, faults: SmtpFaults): SMTPServer {
  const unavailable = () => (faults.refuse ? smtpError('Service not available, try again later', 421) : null);
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    onConnect: (_session, done) => done(unavailable()),
    onMailFrom: (_address, _session, done) => done(unavailable()),
    onData: (stream, session, done) => {
      readStream(stream)
        .then((raw) => {
          const refused = stream.sizeExceeded ? smtpError('Message too large', 552) : unavailable();
          if (refused) return done(refused);
          const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
          messages.add(parseMail(raw), recipients);
          return done();
        })
        .catch((error: unknown) => done(smtpError(`Message not readable: ${String(error)}`, 554)));
    },
  });
}

/** Listens and gives the port, which the system chooses when 0 is asked for. */
export function listen(server: SMTPServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // A sender that hangs up in the middle is its own affair.
      server.on('error', () => {});
      resolve((server.server.address() as AddressInfo).port);
    });
  });
}
