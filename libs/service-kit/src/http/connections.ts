import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { ofNetwork, toClient } from '../limits/client.ts';
import { concurrency } from '../limits/concurrency.ts';
import type { IsProxy } from './forwarded-addresses.ts';
import { createOpenConnections } from './open-connections.ts';

/**
 * Time limits of a connection, in milliseconds. Those of receiving do not limit how long a response takes: an order may take
 * minutes.
 */
export interface ConnectionTimeouts {
  /** From the connection, or from the first byte of a further request, to the end of the headers. */
  headers: number;
  /** To the end of the body, which is at most 256 KB. */
  request: number;
  /** How often these two are checked. */
  checkInterval: number;
  /** Longer than that of a proxy in front (nginx: 60 s), which would otherwise send requests to connections that just close. */
  keepAlive: number;
  /** Without a byte in either direction: longer than the edge waits for a response. */
  inactivity: number;
}

export const defaultTimeouts: ConnectionTimeouts = {
  headers: 10_000,
  request: 20_000,
  checkInterval: 2_000,
  keepAlive: 75_000,
  inactivity: 160_000,
};

/** Open connections of one client network, and of all. A browser opens six, and an office behind one address some hundred. */
const defaultMaxConnections = { network: 500, all: 8_000 };

/** A connection that is refused is closed after this time if it sends no request that can be answered. */
const refusedTimeoutMs = 2_000;
const retryAfterSeconds = 10;

export interface ConnectionsOptions {
  /** Whether clients connect from the internet, so that each has a limit. Proxies have none, because they have many clients. */
  isPublic: boolean;
  isProxy: IsProxy;
  maxConnections?: typeof defaultMaxConnections;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request as unanswered; called before its hooks. Not for refused ones, which are answered already. */
    addRequest(request: IncomingMessage, response: ServerResponse): void;
  }
}

/**
 * Limits the connections of one client, so that it cannot use up those of all, and the unanswered requests of a connection; makes
 * room for new connections; and closes those on which no request arrives when the server stops: Node checks its time limits only
 * until then. (LIMIT-02)
 */
export const connections = fastifyPlugin<ConnectionsOptions>(
  async (app, { isPublic, isProxy, maxConnections = defaultMaxConnections }) => {
    const { server } = app;
    const open = createOpenConnections(maxConnections.all);
    // All together have a limit at the server.
    const openByClient = concurrency(
      { perClient: ofNetwork(maxConnections.network) },
      () => new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds, limit: 'connections' }),
    );
    const refused = new WeakSet<Socket>();
    server.maxConnections = maxConnections.all;

    function countOfClient(socket: Socket, ipAddress: string): void {
      const client = toClient(ipAddress);
      const share = openByClient.getShare(client);
      socket.once('close', openByClient.add(client));
      if (share < 1) return;
      // So many more that answering them all is an effort of its own.
      if (share >= 2) return void socket.destroy();
      refused.add(socket);
      setTimeout(() => socket.destroy(), refusedTimeoutMs).unref();
    }

    server.on('connection', (socket: Socket) => {
      open.add(socket);
      const { remoteAddress } = socket;
      if (isPublic && remoteAddress && !isProxy(remoteAddress)) countOfClient(socket, remoteAddress);
    });
    app.decorate('addRequest', open.addRequest);
    app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
      // Requests that arrived together with one for which the connection was closed.
      if (socket.destroyed) return void reply.hijack();
      if (!refused.has(socket)) return done();
      reply.header('connection', 'close');
      done(new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds, limit: 'connections' }));
    });

    app.addHook('preClose', async () => {
      open.closeWaiting({ silent: true });
      setTimeout(open.closeWaiting, refusedTimeoutMs).unref();
    });
  },
  { name: 'connections' },
);
