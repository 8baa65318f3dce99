import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { loginContract, verifyOfferContract } from '@fareline/contracts/services';
import { errorBodySchema } from '@fareline/contracts/schemas';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '../app-error.ts';
import { commonConfigShape, parseConfig } from '../config.ts';
import { health } from './health.ts';
import { registerRoute } from './register-route.ts';
import { buildServer } from './server.ts';

const config = parseConfig(commonConfigShape, {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SITE_ORIGIN: 'http://localhost:3000, https://fares.example',
  TRUSTED_PROXIES: '10.0.0.0/8',
});
let app: FastifyInstance;
let isReady = true;

beforeAll(async () => {
  const checks = {
    other: async () => undefined,
    thing: async () => (isReady ? undefined : Promise.reject(new Error('unavailable'))),
  };
  app = await buildServer({ name: 'sample', config, isBrandHost: async () => false });
  await app.register(health, { checks });
  registerRoute(app, loginContract, async ({ body }) => {
    if (body.username === 'crash') throw new Error('secret cause');
    if (body.username === 'busy') throw new AppError('SEARCH_BUSY', { retryAfterSeconds: 4 });
    return { success: true, message: 'wrong shape' } as never;
  });
  registerRoute(app, verifyOfferContract, async ({ params, reply }) => {
    if (params.id !== 'off_without_status') reply.status(410);
    return { valid: false, error: 'OFFER_EXPIRED' as const, secret: 'not in the contract' };
  });
  const options = { config: { access: 'public' } } as const;
  app.get('/api/client', options, async ({ ip, host, protocol }) => ({ ip, host, protocol }));
  app.get('/api/cookies', options, async ({ cookies }) => cookies);
  app.get('/api/cacheable', options, async (_request, reply) => {
    reply.header('cache-control', 'max-age=60');
    return {};
  });
  app.all('/api/echo/:name', options, async ({ params, query, body }) => ({ params, query, body }));
  await app.ready();
});
afterAll(() => app.close());

const post = (username: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password: 'x' }, headers });

it('returns 500 without the cause for an unknown error', async () => {
  const response = await post('crash');
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain('secret cause');
  expect(response.json()).toMatchObject({
    error: 'INTERNAL_ERROR',
    message: 'Something went wrong. Please try again.',
  });
});

it('returns the path and the reason of each invalid field, the first reason as its message', async () => {
  const payload = { username: '', password: 7 };
  const response = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
  const { error, message, fields } = response.json();
  expect([response.statusCode, error]).toEqual([400, 'VALIDATION_ERROR']);
  expect(fields.map(({ path }: { path: string }) => path)).toEqual(['username', 'password']);
  expect(message).toBe(fields[0].message);
  expect(message).not.toBe('');
});

it('returns 500 for a response that does not match its contract', async () => {
  expect((await post('fine')).statusCode).toBe(500);
});

it('returns 500 for a response that its contract has with another status only', async () => {
  expect((await app.inject('/api/flights/verify-offer/off_without_status')).statusCode).toBe(500);
});

it('forbids caching of every response that does not say otherwise', async () => {
  const cacheControl = async (url: string) => (await app.inject(url)).headers['cache-control'];
  expect(await cacheControl('/api/client')).toBe('no-store');
  expect(await cacheControl('/api/nothing')).toBe('no-store');
  expect(await cacheControl('/api/cacheable')).toBe('max-age=60');
});

it('sends an AppError with its status, code and Retry-After', async () => {
  const response = await post('busy');
  expect([response.statusCode, response.headers['retry-after'], response.json().error]).toEqual([
    503,
    '4',
    'SEARCH_BUSY',
  ]);
});

it('returns 404 with the error body when the router rejects a URL', async () => {
  for (const url of [`/api/flights/verify-offer/${'o'.repeat(101)}`, '/api/flights/verify-offer/%E0%A4%A']) {
    const response = await app.inject(url);
    expect(response.statusCode, url).toBe(404);
    expect(errorBodySchema.parse(response.json()).error, url).toBe('NOT_FOUND');
  }
});

it('sends only the fields of the contract', async () => {
  const response = await app.inject('/api/flights/verify-offer/off_1');
  expect([response.statusCode, response.json()]).toEqual([410, { valid: false, error: 'OFFER_EXPIRED' }]);
});

it('[HOST-06] uses forwarding headers for IP address, host and protocol only from a trusted proxy', async () => {
  const readClient = async (remoteAddress: string) => {
    const headers = {
      host: 'service.internal',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'sky.example',
      'x-forwarded-proto': 'https',
    };
    return (await app.inject({ url: '/api/client', remoteAddress, headers })).json();
  };
  const forwarded = { ip: '203.0.113.9', host: 'sky.example', protocol: 'https' };
  expect(await readClient('10.1.2.3')).toEqual(forwarded);
  expect(await readClient('::ffff:10.1.2.3')).toEqual(forwarded);
  expect(await readClient('11.1.2.3')).toEqual({
    ip: '11.1.2.3',
    host: 'service.internal',
    protocol: 'http',
  });
});

/** The IP address of a request that a trusted proxy forwards with this header. */
const readAddress = async (forwardedFor: string) => {
  const headers = { 'x-forwarded-for': forwardedFor };
  return (await app.inject({ url: '/api/client', remoteAddress: '10.1.2.3', headers })).json().ip;
};

it.each([
  ['198.51.100.4:5678', '198.51.100.4'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['192.0.2.66, 198.51.100.4:5678, 10.0.0.7:443', '198.51.100.4'],
])('[HOST-06] [LIMIT-01] takes the plain address of the value "%s" that a proxy sends', async (value, ip) =>
  expect(await readAddress(value)).toBe(ip),
);

it('[HOST-06] [LIMIT-01] values that are no IP address are one client, and are logged once in a minute', async () => {
  const warn = vi.spyOn(app.log, 'warn');
  expect(await readAddress('garbage, 198.51.100.4')).toBe('198.51.100.4');
  expect(warn).not.toHaveBeenCalled();
  for (const value of ['unknown-1', '198.51.100.4, unknown-2', '198.51.100', '1', '1.2.3.4:x', '[::1'])
    expect(await readAddress(value), value).toBe('0.0.0.0');
  expect(warn.mock.calls).toEqual([
    [
      { ip: '10.1.2.3' },
      'X-Forwarded-* headers from 10.1.2.3 have no IP address: all its visitors share the limits of one',
    ],
  ]);
  warn.mockRestore();
});

it.each([['10.0.0.0/8'], ['none']])(
  '[HOST-06] warns once in a minute about forwarding headers of a peer that is not in TRUSTED_PROXIES=%s',
  async (proxies) => {
    const TRUSTED_PROXIES = commonConfigShape.TRUSTED_PROXIES.parse(proxies);
    const changed = { ...config, TRUSTED_PROXIES };
    const server = await buildServer({
      name: 'sample',
      config: changed,
      isBrandHost: async () => false,
    });
    const warn = vi.spyOn(server.log, 'warn');
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    await server.inject({ url: '/health/live', remoteAddress: '11.1.2.3' });
    if (proxies !== 'none') await server.inject({ url: '/health/live', remoteAddress: '10.1.2.3', headers });
    expect(warn).not.toHaveBeenCalled();
    for (const remoteAddress of ['11.1.2.3', '11.1.2.3', '11.1.2.4'])
      await server.inject({ url: '/health/live', remoteAddress, headers });
    expect(warn.mock.calls).toEqual([
      [{ ip: '11.1.2.3' }, 'X-Forwarded-* headers from 11.1.2.3 are ignored: it is not in TRUSTED_PROXIES'],
    ]);
    await server.close();
  },
);

describe('readiness', () => {
  const readHealth = async () => {
    const { statusCode, body } = await app.inject('/health/ready');
    return [statusCode, JSON.parse(body)];
  };

  it('is lost when a check has failed for a while, so that a short outage of a store does not stop all replicas', async () => {
    let elapsedMs = 0;
    const realNow = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + elapsedMs);
    const ready = [200, { status: 'ok', checks: { other: 'ok', thing: 'ok' } }];
    const tolerated = [200, { status: 'ok', checks: { other: 'ok', thing: 'failing' } }];
    const lost = [503, { status: 'down', checks: { other: 'ok', thing: 'down' } }];
    expect(await readHealth()).toEqual(ready);
    isReady = false;
    expect(await readHealth()).toEqual(tolerated);
    elapsedMs = 14_000;
    expect(await readHealth()).toEqual(tolerated);
    isReady = true;
    expect(await readHealth()).toEqual(ready);
    isReady = false;
    elapsedMs = 28_000;
    expect(await readHealth()).toEqual(tolerated);
    elapsedMs = 43_100;
    expect(await readHealth()).toEqual(lost);
    expect((await app.inject('/health/live')).json()).toEqual({ status: 'ok' });
    isReady = true;
    expect(await readHealth()).toEqual(ready);
    clock.mockRestore();
  });

  it('needs each check to have passed once', async () => {
    const checks = { thing: () => Promise.reject(new Error('not yet')) };
    const started = await buildServer({ name: 'sample', config, isBrandHost: async () => false });
    await started.register(health, { checks });
    expect((await started.inject('/health/ready')).statusCode).toBe(503);
    await started.close();
  });
});

it('publishes its API document outside production', async () => {
  const document = (await app.inject('/api/sample/docs/json')).json();
  expect(document.paths['/api/auth/login'].post.responses).toHaveProperty('401');
  const production = await buildServer({
    name: 'sample',
    config: { ...config, NODE_ENV: 'production' },
    isBrandHost: async () => false,
  });
  expect((await production.inject('/api/sample/docs/json')).statusCode).toBe(404);
});

it('reads a cookie that PostgreSQL cannot store as empty, since another host may have set it', async () => {
  const cookie = 'visitor=a%00b; session=%00; theme=a%20b; broken=%E0%A4%A';
  const response = await app.inject({ url: '/api/cookies', headers: { cookie } });
  expect(response.json()).toEqual({ visitor: '', session: '', theme: 'a b', broken: '%E0%A4%A' });
});

describe('a character that PostgreSQL cannot store', () => {
  const echo = (name: string, payload?: string) =>
    app.inject({
      method: 'POST',
      url: `/api/echo/${name}`,
      headers: { 'content-type': 'application/json' },
      payload,
    });

  it.each([
    ['the path', 'a%00', '{}'],
    ['the query', 'a?q=%00', '{}'],
    ['the name of a parameter', 'a?q%00=1', '{}'],
    ['a string of the body', 'a', String.raw`{"a":[{"b":"c\u0000"}]}`],
    ['the name of a field', 'a', String.raw`{"\u0000":1}`],
    ['a string after an escaped backslash', 'a', String.raw`"\\\u0000"`],
    ['a string as a lone surrogate', 'a', String.raw`{"a":["\ud800"]}`],
    ['a string as a surrogate pair in the wrong order', 'a', String.raw`"\uDE00\uD83D"`],
  ])('is rejected with INVALID_CHARACTER in %s', async (_where, url, body) => {
    const response = await echo(url, body);
    expect([response.statusCode, response.json().error]).toEqual([400, 'INVALID_CHARACTER']);
  });

  it('is rejected in a header by Node', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.end('GET /api/echo/a HTTP/1.1\r\nhost: localhost\r\nx-note: a\0b\r\n\r\n');
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(response.toString()).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('is not detected in an escaped escape sequence or a valid surrogate pair', async () => {
    const body = String.raw`{"a":"\\u0000","b":"\\\\u0000","c":"\ud83d\ude00"}`;
    const response = await echo('%2500', body);
    expect(response.json()).toEqual({
      params: { name: '%00' },
      query: {},
      body: { a: String.raw`\u0000`, b: String.raw`\\u0000`, c: '😀' },
    });
  });
});
