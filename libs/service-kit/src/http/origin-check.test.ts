import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildServer, commonConfigShape, createBrandHostCheck, parseConfig } from '../index.ts';

const domains = new Set<string>();
const hasBrand = vi.fn(async (key: string) => domains.has(key));
let app: FastifyInstance;
let now = 0;

beforeAll(async () => {
  app = await buildServer({
    name: 'sample',
    config: parseConfig(commonConfigShape, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SITE_ORIGIN: 'http://localhost:3000, https://fares.example',
      SERVICE_CREDENTIAL: 'credential-of-the-test',
      TRUSTED_PROXIES: '10.0.0.1',
    }),
    checks: {},
    isBrandHost: createBrandHostCheck(hasBrand, () => now),
  });
  const options = { config: { access: 'public' } } as const;
  app.all('/api/auth/logout', options, async () => ({ done: true }));
  app.all('/elsewhere', options, async () => ({ done: true }));
  await app.ready();
});
afterAll(() => app.close());
beforeEach(() => {
  domains.clear();
  for (const domain of ['sky.example', 'sunhop']) domains.add(domain);
  hasBrand.mockImplementation(async (key) => domains.has(key));
  // What is remembered of one test is over before the next.
  now += 60_000;
});
const write = async (
  headers: Record<string, string>,
  url = '/api/auth/logout',
  remoteAddress = '10.0.0.9',
) => {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost', ...headers },
    remoteAddress,
  });
  return answer.statusCode === 200 ? 'accepted' : answer.json().error;
};

it.each(['http://localhost:3000', 'https://fares.example'])(
  '[SECURITY-04] accepts a write from %s, an origin of the settings, whatever the host',
  async (origin) => {
    expect(await write({ origin })).toBe('accepted');
    expect(await write({ origin, host: 'sky.example', 'sec-fetch-site': 'cross-site' })).toBe('accepted');
    expect(hasBrand).not.toHaveBeenCalled();
  },
);

it.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a name that begins like an origin of the site', { origin: 'https://fares.example.evil' }],
  ['another scheme than the settings say', { origin: 'http://fares.example' }],
  ['another port than the settings say', { origin: 'http://localhost:3001' }],
  ['an origin that hides itself', { origin: 'null' }],
  ['an origin that cannot be read', { origin: 'sky.example' }],
  ['a local file', { origin: 'file://' }],
  ['an empty origin', { origin: '' }],
  ['two origins', { origin: 'https://fares.example, https://evil.example' }],
  [
    'a host of no brand that is its own origin (DNS rebinding)',
    { host: 'evil.example', origin: 'http://evil.example' },
  ],
  ['a brand’s host by another site', { host: 'sky.example', origin: 'http://evil.example' }],
  ['another brand’s host', { host: 'sky.example', origin: 'http://sunhop.localhost' }],
  ['a host below a brand’s domain', { host: 'a.sky.example', origin: 'http://a.sky.example' }],
  ['the same host by another scheme', { host: 'sky.example', origin: 'https://sky.example' }],
  ['another port of the same host', { host: 'sky.example:8080', origin: 'http://sky.example' }],
  ['a numeric address', { host: '127.0.0.1', origin: 'http://127.0.0.1' }],
  ['a host of one label that is a brand’s id', { host: 'sunhop', origin: 'http://sunhop' }],
  [
    'a forwarded host that no trusted proxy forwarded',
    { 'x-forwarded-host': 'sky.example', origin: 'http://sky.example' },
  ],
  ['another site that sends no origin', { 'sec-fetch-site': 'cross-site' }],
  ['a sister site that sends no origin', { 'sec-fetch-site': 'same-site' }],
  [
    'its own host by a page of another site',
    { host: 'sky.example', origin: 'http://sky.example', 'sec-fetch-site': 'cross-site' },
  ],
] as [string, Record<string, string>][])(
  '[SECURITY-04, HOST-01] refuses a write from %s',
  async (_what, headers) => {
    expect(await write(headers)).toBe('ORIGIN_REFUSED');
  },
);

it.each([
  ['a brand’s domain', 'sky.example', 'http://sky.example'],
  ['its www', 'www.sky.example', 'http://www.sky.example'],
  ['a port', 'sky.example:8443', 'http://sky.example:8443'],
  ['the port of the scheme', 'sky.example:80', 'http://sky.example'],
  ['upper case', 'Sky.EXAMPLE', 'http://sky.example'],
  ['a trailing dot', 'sky.example.', 'http://sky.example.'],
  ['a brand under localhost', 'sunhop.localhost:3000', 'http://sunhop.localhost:3000'],
])('[HOST-01] accepts a write from the request’s own host with %s', async (_what, host, origin) => {
  expect(await write({ host, origin })).toBe('accepted');
  expect(await write({ host, origin, 'sec-fetch-site': 'same-origin' })).toBe('accepted');
});

it('[HOST-01, HOST-06] takes host and scheme from a trusted proxy', async () => {
  const forwarded = { 'x-forwarded-host': 'sky.example', 'x-forwarded-proto': 'https' };
  const by = (origin: string) => write({ ...forwarded, origin }, undefined, '10.0.0.1');
  expect(await by('https://sky.example')).toBe('accepted');
  expect(await by('http://sky.example')).toBe('ORIGIN_REFUSED');
});

it('[ACCESS-01] decides for every route, however its URL is written, and lets reads pass', async () => {
  const foreign = { origin: 'https://evil.example' };
  for (const url of ['/%61pi/auth/logout', '/api/auth/%6cogout?x', '/elsewhere', '/api/nothing', '/'])
    expect(await write(foreign, url), url).toBe('ORIGIN_REFUSED');
  for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
    expect((await app.inject({ method, url: '/api/auth/logout', headers: foreign })).statusCode).toBe(403);
  for (const method of ['GET', 'HEAD'] as const)
    expect((await app.inject({ method, url: '/api/auth/logout', headers: foreign })).statusCode).toBe(200);
});

it('[SECURITY-04] accepts a write of a client that is no browser page', async () => {
  expect(await write({})).toBe('accepted');
  expect(await write({ 'sec-fetch-site': 'none' })).toBe('accepted');
});

describe('domains that change', () => {
  const host = 'new.example';
  const own = () => write({ host, origin: `http://${host}` });

  it('[HOST-01] accepts a domain within a minute after it was added, and refuses one that was removed', async () => {
    expect(await own()).toBe('ORIGIN_REFUSED');
    domains.add(host);
    now += 59_000;
    expect(await own()).toBe('accepted');
    domains.delete(host);
    now += 59_000;
    expect(await own()).toBe('ORIGIN_REFUSED');
  });

  it('[HOST-01] asks once for many writes of a host', async () => {
    domains.add(host);
    hasBrand.mockClear();
    expect(await Promise.all(Array.from({ length: 20 }, own))).toEqual(Array(20).fill('accepted'));
    expect(hasBrand).toHaveBeenCalledTimes(1);
  });

  it('[HOST-01] goes on with what was known while the look-up fails, and says 503 where nothing was', async () => {
    domains.add(host);
    expect(await own()).toBe('accepted');
    now += 3_600_000;
    hasBrand.mockRejectedValue(new Error('accounts is away'));
    expect(await own()).toBe('accepted');
    expect(await write({ host: 'other.example', origin: 'http://other.example' })).toBe(
      'SERVICE_UNAVAILABLE',
    );
  });
});
