import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { commonConfigShape, parseConfig } from '../config.ts';
import { createBrandHostCheck } from './brand-host-check.ts';
import { buildServer } from './server.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function startSite(
  SITE_ORIGIN: string,
  hasBrand = async (key: string) => ['sky.example', 'sunhop'].includes(key),
) {
  const app = await buildServer({
    name: 'sample',
    config: parseConfig(commonConfigShape, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SITE_ORIGIN,
      TRUSTED_PROXIES: '10.0.0.1',
    }),
    isBrandHost: createBrandHostCheck(hasBrand),
  });
  app.get('/origin', { config: { access: 'public' } }, (request) => request.findSiteOrigin());
  apps.push(app);
  return async (headers: Record<string, string>, remoteAddress = '10.0.0.9') =>
    (await app.inject({ url: '/origin', headers, remoteAddress })).body;
}

it.each([
  ['a brand’s domain', 'sky.example', 'https://sky.example'],
  ['a brand’s domain with www and in upper case', 'WWW.Sky.example', 'https://www.sky.example'],
  ['a brand’s domain with a port that the client chose', 'sky.example:8025', 'https://sky.example'],
  ['a brand’s domain with a trailing dot', 'sky.example.', 'https://sky.example'],
  ['the site', 'fares.example', 'https://fares.example'],
  ['another origin of the site', 'fly.example:8443', 'https://fly.example:8443'],
])('[HOST-03] the origin of a request to %s is that of its host', async (_case, host, origin) => {
  const findOrigin = await startSite('https://fares.example, https://fly.example:8443');
  expect(await findOrigin({ host })).toBe(origin);
});

it.each([
  ['a host that no brand has', 'evil.example'],
  ['a subdomain of a brand’s domain', 'a.sky.example'],
  ['a host that ends like a brand’s domain', 'evilsky.example'],
  ['user information before the host', 'sky.example@evil.example'],
  ['a path after the host', 'sky.example/evil'],
  ['a port that is none', 'sky.example:80@evil.example'],
  ['a fragment', 'sky.example#.evil.example'],
  ['an IP address', '127.0.0.1'],
  ['a brand’s id as a single label', 'sunhop'],
  ['a brand’s name under localhost, outside of a local run', 'sunhop.localhost'],
])('[HOST-03] a Host header with %s leads to SITE_ORIGIN', async (_case, host) => {
  const findOrigin = await startSite('https://fares.example');
  expect(await findOrigin({ host })).toBe('https://fares.example');
});

it('[HOST-03] the local run has links to brands under localhost, with its port', async () => {
  const findOrigin = await startSite('http://localhost:3000');
  expect(await findOrigin({ host: 'sunhop.localhost:3000' })).toBe('http://sunhop.localhost:3000');
  expect(await findOrigin({ host: 'localhost:3000' })).toBe('http://localhost:3000');
});

it('[HOST-03, HOST-06] a forwarded host counts behind a trusted proxy only', async () => {
  const findOrigin = await startSite('https://fares.example');
  const headers = { host: '127.0.0.1:4000', 'x-forwarded-host': 'sky.example' };
  expect(await findOrigin(headers, '10.0.0.1')).toBe('https://sky.example');
  expect(await findOrigin(headers)).toBe('https://fares.example');
});

it('[HOST-03] links lead to SITE_ORIGIN while brands cannot be looked up', async () => {
  const findOrigin = await startSite('https://fares.example', () => Promise.reject(new Error('down')));
  expect(await findOrigin({ host: 'sky.example' })).toBe('https://fares.example');
});
