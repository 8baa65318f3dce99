import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import fastifyPlugin from 'fastify-plugin';
import ipaddr from 'ipaddr.js';
import { AppError } from '../app-error.ts';
import { createNetworkCount } from './network-count.ts';
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
  trustedProxies: readonly string[];
  maxConnections?: typeof defaultMaxConnections;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request as unanswered; called before its hooks. Not for refused ones, which are answered already. */
    addRequest(request: IncomingMessage, response: ServerResponse): void;
  }
}

function createProxyCheck(trustedProxies: readonly string[]): (ipAddress: string) => boolean {
  const list = new BlockList();
  for (const range of trustedProxies) {
    const [network = '', prefix] = range.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(prefix), family);
  }
  return (ipAddress) => {
    const plain = ipaddr.isValid(ipAddress) ? ipaddr.process(ipAddress).toString() : ipAddress;
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}

/**
 * Limits the connections of one client, so that it cannot use up those of all, and the unanswered requests of a connection; makes
 * room for new connections; and closes those on which no request arrives when the server stops: Node checks its time limits only
 * until then. (LIMIT-02)
 */
export const connections = fastifyPlugin<ConnectionsOptions>(
  async (app, { isPublic, trustedProxies, maxConnections = defaultMaxConnections }) => {
    const { server } = app;
    const isProxy = createProxyCheck(trustedProxies);
    const open = createOpenConnections(maxConnections.all);
    const openByClient = createNetworkCount(maxConnections.network);
    const refused = new WeakSet<Socket>();
    server.maxConnections = maxConnections.all;

    function countOfClient(socket: Socket, ipAddress: string): void {
      const share = openByClient.getShare(ipAddress);
      socket.once('close', openByClient.add(ipAddress));
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
