import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

import type { Deliveries } from '../deliveries.ts';
import type { MessageStore } from '../message-store.ts';
import { parseEmail } from '../parse-email.ts';

/** Set by the control API; while `refuse` is true the server responds with 421 and closes the connection. */
export interface SmtpFaults {
  refuse: boolean;
}

const MAX_BYTES = 10_000_000;

function smtpError(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}

function readStream(stream: NodeJS.ReadableStream): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('end', () => resolve(Buffer.concat(chunks)));
  });
}

/** Creates an SMTP server that stores every email and delivers none; without authentication and TLS. */
export function createSmtpServer(
  messages: MessageStore,
  faults: SmtpFaults,
  deliveries: Deliveries,
): SMTPServer {
  const getRefusal = () => (faults.refuse ? smtpError('Service not available, try again later', 421) : null);
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    onConnect: (_session, done) => done(getRefusal()),
    onMailFrom: (_address, _session, done) => done(getRefusal()),
    onRcptTo: ({ address }, _session, done) =>
      done(deliveries.find(address) === 'refused' ? smtpError('5.1.1 No such user here', 550) : null),
    onData: (stream, session, done) => {
      readStream(stream)
        .then(async (raw) => {
          const error = stream.sizeExceeded ? smtpError('Message too large', 552) : getRefusal();
          if (error) return done(error);
          const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
          const email = await parseEmail(raw);
          messages.add(email, recipients);
          done();
          deliveries.report({ to: recipients, messageId: email.headers['message-id'] ?? '' });
        })
        .catch((error: unknown) => done(smtpError(`Message not readable: ${String(error)}`, 554)));
    },
  });
}

/** Starts listening and returns the port, which the system chooses if `port` is 0. */
export function listen(server: SMTPServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // A client that closes its connection early must not end the process.
      server.on('error', () => {});
      resolve((server.server.address() as AddressInfo).port);
    });
  });
}
