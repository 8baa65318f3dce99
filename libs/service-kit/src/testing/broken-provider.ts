import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts an HTTP server for clients that have to end their calls by themselves. */
export async function startBrokenProvider(respond: (response: ServerResponse) => void) {
  const firstCall = Promise.withResolvers<void>();
  const firstClose = Promise.withResolvers<void>();
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    firstCall.resolve();
    request.socket.once('close', () => firstClose.resolve());
    respond(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when a call has been received. */
    callReceived: firstCall.promise,
    /** Resolves when the connection of a call has been closed. */
    connectionClosed: firstClose.promise,
    countCalls: () => calls,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends valid beginnings of a JSON response, byte by byte, without an end. */
export function drip(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => clearInterval(timer));
}

/** Sends a JSON response without an end as fast as the client reads it; `compress` wraps the response. */
export function sendEndlessly(response: ServerResponse, compress?: NodeJS.ReadWriteStream): void {
  response.setHeader('content-type', 'application/json');
  if (compress) response.setHeader('content-encoding', 'gzip');
  compress?.pipe(response);
  const target = compress ?? response;
  const block = Buffer.alloc(1024 * 1024, ' ');
  const send = () => {
    while (!response.destroyed && target.write(block));
  };
  target.on('drain', send);
  send();
}
