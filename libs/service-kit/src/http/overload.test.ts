import { once } from 'node:events';
import { connect } from 'node:net';
import { errorBodySchema } from '@fareline/contracts/schemas';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { buildServer, commonConfigShape, parseConfig } from '../index.ts';
import { createAdmission } from './overload.ts';

let app: FastifyInstance;
let gate = Promise.withResolvers<void>();
afterEach(() => app?.close());

/** A server with one place for each kind, and two for bookings; its responses wait for the gate. */
async function startServer(): Promise<void> {
  gate = Promise.withResolvers();
  app = await buildServer({
    name: 'sample',
    config: parseConfig(commonConfigShape, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SITE_ORIGIN: 'http://localhost:3000',
      TRUSTED_PROXIES: 'none',
    }),
    checks: {},
    isBrandHost: async () => false,
    headers: { 'referrer-policy': 'no-referrer' },
    overload: { limits: { default: 1, search: 1, page: 1, booking: 2 } },
  });
  const wait = async () => {
    await gate.promise;
    return {};
  };
  app.get('/search', { config: { access: 'public', load: 'search' } }, wait);
  app.post('/search', { config: { access: 'public', load: 'search' } }, wait);
  app.get('/account', { config: { access: 'public' } }, wait);
  app.get('/booking', { config: { access: 'public', load: 'booking' } }, wait);
  app.get('/webhook', { config: { access: 'webhook' } }, wait);
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
  expect(lines.mock.calls).toEqual([[{ load: 'search' }, expect.stringContaining('refused')]]);
  expect(info).not.toHaveBeenCalled();
  gate.resolve();
  await accepted;
  expect((await get('/metrics')).body).toContain('http_errors_total{code="SEARCH_BUSY"} 20');
  expect(info).toHaveBeenCalled();
});

it('[LIMIT-02] does not count requests that wait for a provider, until very many do', () => {
  let now = 0;
  const admission = createAdmission(2, () => now);
  const accept = () => [1, 2, 3].map(() => !admission.isBusy() && Boolean(admission.add()));
  for (now of [0, 200, 400, 600]) expect(accept()).toEqual([true, true, false]);
  now = 800;
  expect(accept()).toEqual([false, false, false]);
  now = 2_000;
  expect(accept()).toEqual([true, true, false]);
});

it('[LIMIT-02] counts a request until it has been answered', () => {
  let now = 0;
  const admission = createAdmission(1, () => now);
  for (now of [0, 10, 250, 5_000]) {
    expect(admission.isBusy()).toBe(false);
    const end = admission.add();
    expect(admission.isBusy()).toBe(true);
    end();
  }
});
