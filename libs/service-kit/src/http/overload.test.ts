import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { errorBodySchema } from '@fareline/contracts/schemas';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { commonConfigShape, parseConfig } from '../config.ts';
import { health } from './health.ts';
import { buildServer } from './server.ts';
import { AppError } from '../app-error.ts';
import { toClient } from '../limits/client.ts';
import { concurrency } from '../limits/concurrency.ts';
import { createAdmission } from './admission.ts';

let app: FastifyInstance;
/** Called with the URL of each request that reaches Fastify. */
let handled = vi.fn<(url: string) => void>();
let gate = Promise.withResolvers<void>();
afterEach(() => app?.close());

const fewRequests = { default: 1, search: 1, page: 1, booking: 2 };

const openStreams = concurrency(
  { perClient: { network: 1 } },
  () => new AppError('TOO_MANY_REQUESTS', { message: 'Later.', retryAfterSeconds: 5, limit: 'streams' }),
);

/** A server with one place for each kind, and two for bookings; its responses wait for the gate. */
async function startServer(limits = fewRequests, isPublic = false, proxies = 'none'): Promise<void> {
  gate = Promise.withResolvers();
  app = await buildServer({
    name: 'sample',
    config: parseConfig(commonConfigShape, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SITE_ORIGIN: 'http://localhost:3000',
      TRUSTED_PROXIES: proxies,
    }),
    isBrandHost: async () => false,
    headers: { 'referrer-policy': 'no-referrer' },
    isPublic,
    overload: { limits },
    rewriteUrl(url) {
      handled(url);
      return url;
    },
  });
  await app.register(health, { checks: {} });
  handled = vi.fn();
  const wait = async () => {
    await gate.promise;
    return {};
  };
  app.get('/search', { config: { access: 'public', load: 'search' } }, wait);
  app.post('/search', { config: { access: 'public', load: 'search' } }, wait);
  app.get('/account', { config: { access: 'public' } }, wait);
  app.get('/', { config: { access: 'public', load: 'page' } }, wait);
  app.get('/booking', { config: { access: 'public', load: 'booking' } }, wait);
  app.get('/webhook', { config: { access: 'webhook' } }, wait);
  app.get('/stream', { config: { access: 'public', open: openStreams } }, async () => ({}));
  await app.ready();
}

const get = async (url: string) => app.inject({ url });

it('[LIMIT-02] refuses what is too much with 503, Retry-After and a text, and accepts again once a request has ended', async () => {
  await startServer();
  const accepted = [get('/search'), get('/account')];
  for (const [url, code, text] of [
    ['/search', 'SEARCH_BUSY', /busy/],
    ['/account', 'SERVICE_UNAVAILABLE', /try again in a few seconds/],
  ] as const) {
    const response = await get(url);
    expect(response.statusCode).toBe(503);
    expect(response.headers).toMatchObject({
      'retry-after': '2',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': response.json<{ request_id: string }>().request_id,
    });
    const body = errorBodySchema.strict().parse(response.json());
    expect([body.error, body.message]).toEqual([code, expect.stringMatching(text)]);
  }
  gate.resolve();
  for (const response of await Promise.all(accepted)) expect(response.statusCode).toBe(200);
  expect((await get('/search')).statusCode).toBe(200);
});

it('[LIMIT-02] refuses before Fastify handles the request, with the same answer, and reads the next one on the connection', async () => {
  await startServer();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const accepted = fetch(`${url}/search`);
  await vi.waitFor(() => expect(handled).toHaveBeenCalledOnce());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = async (path: string, body?: string) => {
    const sent = request(url + path, { agent, method: body ? 'POST' : 'GET' }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { response, text: await text(response), port: sent.socket?.localPort };
  };
  const refused = await send('/search?page=2', '{"a":1}');
  expect(refused.response.statusCode).toBe(503);
  expect(refused.response.headers).toMatchObject({
    'retry-after': '2',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-request-id': JSON.parse(refused.text).request_id,
  });
  expect(errorBodySchema.strict().parse(JSON.parse(refused.text)).error).toBe('SEARCH_BUSY');
  expect(handled.mock.calls).toEqual([['/search']]);
  const other = await send('/health/live');
  expect(other.port).toBe(refused.port);
  agent.destroy();
  gate.resolve();
  expect((await accepted).status).toBe(200);
  expect((await get('/metrics')).body).toContain('limit_refusals_total{limit="overload_search"} 1');
});

it('[LIMIT-02, LIMIT-06] refuses what a client has open too often before Fastify, by its address behind trusted proxies', async () => {
  await startServer(fewRequests, true, '127.0.0.1, 10.0.0.0/8');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const end = openStreams.enter(toClient('203.0.113.1'));
  const send = (forwardedFor: string) =>
    fetch(`${url}/stream?search=1`, { headers: { 'x-forwarded-for': forwardedFor } });
  for (const forwardedFor of [
    '203.0.113.1',
    '198.51.100.1, 203.0.113.1',
    '[::ffff:203.0.113.1]:80, 10.1.2.3',
  ]) {
    const response = await send(forwardedFor);
    expect([response.status, response.headers.get('retry-after')], forwardedFor).toEqual([429, '5']);
    expect(errorBodySchema.parse(await response.json())).toMatchObject({
      error: 'TOO_MANY_REQUESTS',
      message: 'Later.',
    });
  }
  expect(handled).not.toHaveBeenCalled();
  for (const forwardedFor of ['203.0.113.2', '203.0.113.1, 198.51.100.1', 'unknown'])
    expect((await send(forwardedFor)).status, forwardedFor).toBe(200);
  end();
  expect((await send('203.0.113.1')).status).toBe(200);
  expect((await get('/metrics')).body).toContain('limit_refusals_total{limit="streams"} 3');
});

it('[LIMIT-02] accepts steps of a booking and webhooks while everything else is refused, and always health checks and metrics', async () => {
  await startServer();
  const accepted = [get('/search'), get('/account'), get('/booking'), get('/webhook')];
  for (const url of ['/search', '/account', '/booking']) expect((await get(url)).statusCode, url).toBe(503);
  for (const url of ['/health/live', '/health/ready', '/metrics'])
    expect((await get(url)).statusCode, url).toBe(200);
  gate.resolve();
  for (const response of await Promise.all(accepted)) expect(response.statusCode).toBe(200);
});

it('[LIMIT-02] does not count a request whose body has not arrived', async () => {
  await startServer();
  gate.resolve();
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  const received = once(app.server, 'request');
  socket.write(
    'POST /search HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  await received;
  const { statusCode } = await get('/search');
  socket.destroy();
  expect(statusCode).toBe(200);
});

it('[LIMIT-02] writes one line for many refused requests, and counts them all', async () => {
  await startServer();
  const lines = vi.spyOn(app.log, 'warn');
  const info = vi.fn();
  vi.spyOn(app.log, 'child').mockReturnValue({ ...app.log, info, warn: info, error: info } as never);
  const accepted = get('/search');
  await Promise.all(Array.from({ length: 20 }, () => get('/search')));
  expect(lines.mock.calls).toEqual([
    [{ load: 'search', code: 'SEARCH_BUSY' }, expect.stringContaining('refused')],
  ]);
  expect(info).not.toHaveBeenCalled();
  gate.resolve();
  await accepted;
  expect((await get('/metrics')).body).toContain('http_errors_total{code="SEARCH_BUSY"} 20');
  expect(info).toHaveBeenCalled();
});

it('[LIMIT-02] does not count requests that wait for a provider, until very many do', () => {
  let now = 0;
  const admission = createAdmission(2, 4, () => now);
  const accept = () => [1, 2, 3].map(() => !admission.findLimit() && Boolean(admission.add()));
  for (now of [0, 200, 400, 600]) expect(accept()).toEqual([true, true, false]);
  now = 800;
  expect(accept()).toEqual([false, false, false]);
  now = 2_000;
  expect(accept()).toEqual([true, true, false]);
});

it('[LIMIT-02] counts pages also while they wait, because they wait for this process only', () => {
  let now = 0;
  const admission = createAdmission(2, 1, () => now);
  for (now of [0, 400]) {
    expect(admission.findLimit()).toBeUndefined();
    admission.add();
  }
  now = 800;
  expect(admission.findLimit()).toBe('all');
});

it('[LIMIT-02] counts a request until it has been answered', () => {
  let now = 0;
  const admission = createAdmission(1, 4, () => now);
  for (now of [0, 10, 250, 5_000]) {
    expect(admission.findLimit()).toBeUndefined();
    const end = admission.add();
    expect(admission.findLimit()).toBe('all');
    end();
  }
});

const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

it('[LIMIT-02] answers a refused navigation with a page that loads itself again, and code with JSON', async () => {
  await startServer();
  const accepted = [get('/'), get('/account')];
  const page = await app.inject({ url: '/', headers: navigation });
  expect(page.statusCode).toBe(503);
  expect(page.headers).toMatchObject({
    'retry-after': '2',
    refresh: '2',
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-length': String(Buffer.byteLength(page.body)),
  });
  expect(page.headers['x-request-id']).toBeDefined();
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.body).toMatch(
    /<html lang="en">[^]*<title>This site is very busy<.title>[^]*<h1>[^]*<p>.*tries again/,
  );
  expect(page.body).not.toMatch(/<script|style=/);
  const requests = [
    { url: '/', headers: { accept: '*/*' } },
    { url: '/account', headers: navigation },
  ];
  for (const request of requests)
    expect((await app.inject(request)).json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
  gate.resolve();
  await Promise.all(accepted);
});

it('[LIMIT-02] refuses a client with an eighth of the places on a public server, or its /24 with half, once half are taken', async () => {
  await startServer({ default: 16, search: 16, page: 16, booking: 16 }, true);
  const accepted: Promise<{ statusCode: number }>[] = [];
  const send = async (remoteAddress: string, url = '/') =>
    app.inject({ url, remoteAddress, headers: navigation });
  const fill = async (remoteAddress: string, count: number) => {
    accepted.push(...Array.from({ length: count }, () => send(remoteAddress)));
    return send(remoteAddress);
  };
  const page = await fill('203.0.113.1', 8);
  expect([page.statusCode, page.headers['retry-after'], page.headers['refresh']]).toEqual([429, '2', '2']);
  expect(page.body).toContain('<h1>Too many requests</h1>');
  const file = await app.inject({ url: '/', remoteAddress: '203.0.113.1' });
  expect([file.statusCode, file.json()]).toMatchObject([429, { error: 'TOO_MANY_REQUESTS' }]);
  expect((await send('203.0.113.2')).statusCode).toBe(429);
  expect((await fill('198.51.100.1', 2)).statusCode).toBe(429);
  expect((await fill('2001:db8::1', 2)).statusCode).toBe(429);
  expect((await send('2001:db8::2')).statusCode).toBe(429);
  accepted.push(send('198.51.100.2'), send('2001:db8:0:1::1'), send('203.0.113.1', '/search'));
  gate.resolve();
  for (const response of await Promise.all(accepted)) expect(response.statusCode).toBe(200);
  expect((await send('203.0.113.1')).statusCode).toBe(200);
});

it('[LIMIT-02] does not count requests of a client that wait for a provider, until very many do', () => {
  let now = 0;
  const client = [{ kind: 'network', name: '203.0.113.1' }] as const;
  const admission = createAdmission(4, 4, () => now);
  const accept = () => [1, 2, 3].map(() => !admission.findLimit(client) && Boolean(admission.add(client)));
  for (now of [0, 200, 400, 600]) expect(accept()).toEqual([true, true, false]);
  now = 800;
  expect(admission.findLimit(client)).toBe('client');
  expect(admission.findLimit([{ kind: 'network', name: '203.0.113.2' }])).toBeUndefined();
  now = 2_000;
  expect(accept()).toEqual([true, true, false]);
});
