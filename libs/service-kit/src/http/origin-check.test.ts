import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrandCache } from '../brands.ts';
import { commonConfigShape, parseConfig } from '../config.ts';
import { createBrandHostCheck } from './brand-host-check.ts';
import { buildServer } from './server.ts';

const domains = new Set<string>();
const readKeys = vi.fn(async () => new Set(domains));
let app: FastifyInstance;
let now = 0;
const readKnown = createBrandCache(readKeys, { now: () => now });
const hasBrand = async (key: string) => (await readKnown()).list?.has(key);

beforeAll(async () => {
  app = await buildServer({
    name: 'sample',
    config: parseConfig(commonConfigShape, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SITE_ORIGIN: 'http://localhost:3000, https://fares.example',
      ADMIN_ORIGIN: 'https://admin.fares.example',
      TRUSTED_PROXIES: '10.0.0.1',
    }),
    isBrandHost: createBrandHostCheck(hasBrand),
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
  readKeys.mockImplementation(async () => new Set(domains));
  // Expires the keys of the previous test.
  now += 60_000;
});
const postFrom = async (
  headers: Record<string, string>,
  url = '/api/auth/logout',
  remoteAddress = '10.0.0.9',
) => {
  const response = await app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost', ...headers },
    remoteAddress,
  });
  return response.statusCode === 200 ? 'accepted' : response.json().error;
};

it.each(['http://localhost:3000', 'https://fares.example'])(
  '[SECURITY-04] accepts a write from %s, a configured origin, for every host',
  async (origin) => {
    expect(await postFrom({ origin })).toBe('accepted');
    expect(await postFrom({ origin, host: 'sky.example', 'sec-fetch-site': 'cross-site' })).toBe('accepted');
    expect(readKeys).not.toHaveBeenCalled();
  },
);

it.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a host name that begins with a configured one', { origin: 'https://fares.example.evil' }],
  ['another scheme than the configured one', { origin: 'http://fares.example' }],
  ['another port than the configured one', { origin: 'http://localhost:3001' }],
  ['an opaque origin', { origin: 'null' }],
  ['an invalid origin', { origin: 'sky.example' }],
  ['a local file', { origin: 'file://' }],
  ['an empty origin', { origin: '' }],
  ['two origins', { origin: 'https://fares.example, https://evil.example' }],
  [
    'its own host, which is not a brand’s domain (DNS rebinding)',
    { host: 'evil.example', origin: 'http://evil.example' },
  ],
  ['another site to a brand’s host', { host: 'sky.example', origin: 'http://evil.example' }],
  ['another brand’s host', { host: 'sky.example', origin: 'http://sunhop.localhost' }],
  ['a subdomain of a brand’s domain', { host: 'a.sky.example', origin: 'http://a.sky.example' }],
  ['the same host with another scheme', { host: 'sky.example', origin: 'https://sky.example' }],
  ['another port of the same host', { host: 'sky.example:8080', origin: 'http://sky.example' }],
  ['an invalid origin to an invalid host', { host: 'a b', origin: 'sky.example' }],
  ['an IP address as host', { host: '127.0.0.1', origin: 'http://127.0.0.1' }],
  ['a single-label host that is a brand’s id', { host: 'sunhop', origin: 'http://sunhop' }],
  [
    'a forwarded host of an untrusted peer',
    { 'x-forwarded-host': 'sky.example', origin: 'http://sky.example' },
  ],
  ['another site without an Origin header', { 'sec-fetch-site': 'cross-site' }],
  ['a same-site page without an Origin header', { 'sec-fetch-site': 'same-site' }],
  [
    'its own host with a cross-site Sec-Fetch-Site',
    { host: 'sky.example', origin: 'http://sky.example', 'sec-fetch-site': 'cross-site' },
  ],
] as [string, Record<string, string>][])(
  '[SECURITY-04, HOST-01] returns ORIGIN_REFUSED for a write from %s',
  async (_case, headers) => {
    expect(await postFrom(headers)).toBe('ORIGIN_REFUSED');
  },
);

it.each([
  ['a brand’s domain', 'sky.example', 'http://sky.example'],
  ['a brand’s domain with www', 'www.sky.example', 'http://www.sky.example'],
  ['a port', 'sky.example:8443', 'http://sky.example:8443'],
  ['the default port of the scheme', 'sky.example:80', 'http://sky.example'],
  ['upper case', 'Sky.EXAMPLE', 'http://sky.example'],
  ['a trailing dot', 'sky.example.', 'http://sky.example.'],
  ['a brand under localhost', 'sunhop.localhost:3000', 'http://sunhop.localhost:3000'],
])('[HOST-01] accepts a write from the request’s own host with %s', async (_case, host, origin) => {
  expect(await postFrom({ host, origin })).toBe('accepted');
  expect(await postFrom({ host, origin, 'sec-fetch-site': 'same-origin' })).toBe('accepted');
});

it('[HOST-01, HOST-06] uses the forwarded host and scheme of a trusted proxy', async () => {
  const forwarded = { 'x-forwarded-host': 'sky.example', 'x-forwarded-proto': 'https' };
  const postByProxy = (origin: string) => postFrom({ ...forwarded, origin }, undefined, '10.0.0.1');
  expect(await postByProxy('https://sky.example')).toBe('accepted');
  expect(await postByProxy('http://sky.example')).toBe('ORIGIN_REFUSED');
});

it('[ACCESS-01] rejects cross-site writes to every route in every encoding of the URL, and accepts reads', async () => {
  const foreign = { origin: 'https://evil.example' };
  for (const url of ['/%61pi/auth/logout', '/api/auth/%6cogout?x', '/elsewhere', '/api/nothing', '/'])
    expect(await postFrom(foreign, url), url).toBe('ORIGIN_REFUSED');
  for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
    expect((await app.inject({ method, url: '/api/auth/logout', headers: foreign })).statusCode).toBe(403);
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
    expect((await app.inject({ method, url: '/api/auth/logout', headers: foreign })).statusCode).toBe(200);
});

it('[SECURITY-04] accepts a write from a client that is not a browser page', async () => {
  expect(await postFrom({})).toBe('accepted');
  expect(await postFrom({ 'sec-fetch-site': 'none' })).toBe('accepted');
});

describe('changes of brand domains', () => {
  const host = 'new.example';
  const postFromOwnHost = () => postFrom({ host, origin: `http://${host}` });

  it('[HOST-01] accepts an added domain and rejects a removed one within a minute', async () => {
    expect(await postFromOwnHost()).toBe('ORIGIN_REFUSED');
    domains.add(host);
    now += 59_000;
    expect(await postFromOwnHost()).toBe('accepted');
    domains.delete(host);
    now += 59_000;
    expect(await postFromOwnHost()).toBe('ORIGIN_REFUSED');
  });

  it('[HOST-01] reads the domains once for many concurrent writes', async () => {
    domains.add(host);
    readKeys.mockClear();
    expect(await Promise.all(Array.from({ length: 20 }, postFromOwnHost))).toEqual(
      Array(20).fill('accepted'),
    );
    expect(readKeys).toHaveBeenCalledTimes(1);
  });

  it('[HOST-01] uses the last domains while they cannot be read', async () => {
    domains.add(host);
    expect(await postFromOwnHost()).toBe('accepted');
    now += 3_600_000;
    readKeys.mockRejectedValue(new Error('accounts is unavailable'));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await postFromOwnHost()).toBe('accepted');
      now += 60_000;
    }
  });
});

it('[SECURITY-04] logs origin, host and protocol of a refused write, cut to a sensible length', async () => {
  const info = vi.spyOn(app.log, 'info');
  // The logger of a request is a child of that of the server.
  const child = vi.spyOn(app.log, 'child').mockReturnValue(app.log);
  const reasonFor = async (headers: Record<string, string>) => {
    info.mockClear();
    expect(await postFrom(headers)).toBe('ORIGIN_REFUSED');
    const lines = info.mock.calls as unknown as [{ code?: string; reason?: string }][];
    return lines.find(([{ code }]) => code === 'ORIGIN_REFUSED')?.[0].reason;
  };
  expect(await reasonFor({ origin: 'https://sky.example', host: 'sky.example' })).toBe(
    'Origin https://sky.example, Sec-Fetch-Site undefined, host sky.example, protocol http',
  );
  const long = 'a'.repeat(5_000);
  const cut = await reasonFor({ origin: long, host: long, 'sec-fetch-site': long });
  expect(cut).toContain('aaa');
  expect(cut?.length).toBeLessThan(700);
  child.mockRestore();
  info.mockRestore();
});

it('[GUARD-10] accepts writes to the administration from its own pages, and from those nothing elsewhere', async () => {
  const host = 'admin.fares.example';
  const origin = `https://${host}`;
  expect(await postFrom({ host, origin, 'sec-fetch-site': 'same-origin' })).toBe('accepted');
  for (const other of [
    'https://fares.example',
    'http://localhost:3000',
    'http://sky.example',
    `http://${host}`,
  ])
    expect(await postFrom({ host, origin: other, 'sec-fetch-site': 'same-site' }), other).toBe(
      'ORIGIN_REFUSED',
    );
  for (const other of ['fares.example', 'localhost:3000', 'sky.example'])
    expect(await postFrom({ host: other, origin, 'sec-fetch-site': 'same-site' }), other).toBe(
      'ORIGIN_REFUSED',
    );
});
