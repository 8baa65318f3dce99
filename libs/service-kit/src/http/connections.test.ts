import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../testing/index.ts';
import { commonConfigShape, parseConfig } from '../config.ts';
import { health } from './health.ts';
import { buildServer } from './server.ts';

let app: FastifyInstance;
let calls = 0;
let answer = Promise.withResolvers<void>();
afterEach(async () => {
  answer.resolve();
  answer = Promise.withResolvers();
  await app.close();
});

async function startServer(
  TRUSTED_PROXIES = 'none',
  isPublic = true,
  maxConnections = { network: 5, all: 100 },
): Promise<void> {
  app = await buildServer({
    name: 'sample',
    config: parseConfig(commonConfigShape, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SITE_ORIGIN: 'http://localhost:3000',
      TRUSTED_PROXIES,
    }),
    isBrandHost: async () => false,
    isPublic,
    timeouts: { headers: 100, request: 200, checkInterval: 20 },
    maxConnections,
  });
  await app.register(health, { checks: {} });
  app.post('/echo', { config: { access: 'public' } }, async ({ body }) => body);
  calls = 0;
  app.all('/slow', { config: { access: 'public' } }, async () => {
    calls += 1;
    await answer.promise;
    return 'slow';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
}

/** Opens a connection from a local IP address, which counts as a client of its own. */
async function open(localAddress = '127.0.0.1') {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const request = 'GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
const sendRequest = async (localAddress?: string) => {
  const socket = await open(localAddress);
  socket.write(request);
  return text(socket).catch(() => 'reset');
};

const post = (length: number) =>
  `POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

it.each([
  ['sends nothing', ''],
  ['sends a part of its headers', 'GET /health/live HTTP/1.1\r\nhost: lo'],
  ['sends a part of its body', `${post(100)}{"a":`],
])('[LIMIT-02] closes a connection that %s in time', async (_case, sent) => {
  await startServer();
  const socket = await open();
  socket.write(sent);
  const received = await text(socket);
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received).toContain('"error":"REQUEST_TIMEOUT"');
});

it('[LIMIT-02] closes a connection whose client sends a byte now and then, but no whole request', async () => {
  await startServer();
  const socket = await open();
  socket.write('GET /health/live HTTP/1.1\r\n');
  const drip = setInterval(() => socket.write('x'), 10);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(drip);
});

it('[LIMIT-02] half-open connections of one client leave others theirs, and more of its own are refused with Retry-After', async () => {
  await startServer();
  await Promise.all(Array.from({ length: 5 }, () => open()));
  const refused = await sendRequest();
  expect(refused).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused).toMatch(/\r\nretry-after: \d+\r\n/);
  expect(refused).toContain('"error":"TOO_MANY_REQUESTS"');
  expect(await sendRequest('127.0.0.2')).toMatch(/^HTTP\/1\.1 200 /);
  // Once they are closed the client has all of its connections again.
  await eventually(async () => ((await sendRequest()).startsWith('HTTP/1.1 200 ') ? true : undefined));
});

it('[LIMIT-02] closes further connections at once when a client has twice as many as it may have', async () => {
  await startServer();
  await Promise.all(Array.from({ length: 10 }, () => open()));
  expect(await sendRequest()).toMatch(/^(reset)?$/);
});

it.each([
  ['a trusted proxy', '127.0.0.0/8', true],
  ['the edge', 'none', false],
])(
  '[LIMIT-02] does not limit the connections of %s, which has many clients',
  async (_case, proxies, isPublic) => {
    await startServer(proxies, isPublic);
    await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(await sendRequest()).toMatch(/^HTTP\/1\.1 200 /);
  },
);

const slow = 'GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n';

it('[LIMIT-02] closes a connection with a third unanswered request, and calls no handler for the rest', async () => {
  await startServer();
  const socket = await open();
  socket.write(slow.repeat(100));
  await once(socket.resume(), 'close');
  expect(calls).toBe(2);
  const two = await open();
  two.write(slow.repeat(2));
  await eventually(async () => (calls === 4 ? true : undefined));
  answer.resolve();
  let received = '';
  two.on('data', (chunk) => (received += chunk));
  await eventually(async () => (received.split('HTTP/1.1 200 ').length === 3 ? true : undefined));
  two.end(request);
  await once(two, 'close');
  expect(received.split('HTTP/1.1 200 ')).toHaveLength(4);
});

it('[LIMIT-02] makes room for new clients near the limit of all: the connections that wait longest are closed', async () => {
  await startServer('none', true, { network: 100, all: 10 });
  const openAll = async (count: number, sent: string) => {
    const sockets = await Promise.all(Array.from({ length: count }, () => open()));
    for (const socket of sockets) socket.resume().write(sent);
    return sockets;
  };
  const active = [...(await openAll(1, slow)), ...(await openAll(1, `${post(2).replace('echo', 'slow')}{}`))];
  await eventually(async () => (calls === 2 ? true : undefined));
  for (const sent of ['', 'GET / HTTP/1.1\r\n', request.replace('connection: close\r\n', ''), post(100)]) {
    const held = await openAll(10, sent);
    for (let count = 0; count < 10; count += 1)
      expect(await sendRequest('127.0.0.2'), sent).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of held) socket.destroy();
  }
  expect(active.map(({ closed }) => closed)).toEqual([false, false]);
  answer.resolve();
  expect((await once(active[0]!, 'data')).toString()).toMatch(/^HTTP\/1\.1 200 /);
});

it('[LIMIT-02] half-open connections do not delay the stop of a server', async () => {
  await startServer();
  const unused = await open();
  const half = await open();
  half.write(post(10));
  const closed = Promise.all(
    [unused, half].map((socket) => new Promise((resolve) => socket.resume().once('close', resolve))),
  );
  await app.close();
  await expect(closed).resolves.toHaveLength(2);
});
