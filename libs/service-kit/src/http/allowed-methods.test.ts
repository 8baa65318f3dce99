import { errorBodySchema } from '@fareline/contracts/schemas';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonConfigShape, parseConfig } from '../config.ts';
import { buildServer } from './server.ts';
import { credentialHeader } from '../service-client.ts';
import { testAcceptedCallers, testCredential } from '../testing/callers.ts';

const credential = testCredential('payments');
const config = parseConfig(commonConfigShape, {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SITE_ORIGIN: 'http://localhost:3000',
  ACCEPTED_CALLERS: testAcceptedCallers,
  TRUSTED_PROXIES: 'none',
});
let app: FastifyInstance;

beforeAll(async () => {
  app = await buildServer({ name: 'sample', config, isBrandHost: async () => false });
  const handler = async () => ({});
  app.get('/api/things/:id', { config: { access: 'public' } }, handler);
  app.put('/api/things/:id', { config: { access: 'admin' } }, handler);
  app.post('/api/things/claim', { config: { access: 'public' } }, handler);
  app.get('/files/*', { config: { access: 'public' } }, handler);
  app.post('/internal/things', { config: { access: 'service', callers: ['payments'] } }, handler);
  await app.ready();
});
afterAll(() => app.close());

const send = async (method: string, url: string, options: InjectOptions = {}) => {
  const response = await app.inject({ method: method as InjectOptions['method'], url, ...options });
  return { status: response.statusCode, allow: response.headers.allow, body: response.body };
};

it('[ACCESS-01] returns 405 with the methods of the path for a method that it does not have', async () => {
  for (const method of ['POST', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])
    for (const url of ['/api/things/1', '/api/%74hings/1', '/api/things/a%2Fb?x=1']) {
      const { status, allow, body } = await send(method, url);
      expect([status, allow], `${method} ${url}`).toEqual([405, 'GET, HEAD, PUT']);
      expect(errorBodySchema.parse(JSON.parse(body)).error).toBe('METHOD_NOT_ALLOWED');
    }
});

it('names the methods of all routes that a path matches', async () => {
  expect((await send('DELETE', '/api/things/claim')).allow).toBe('GET, HEAD, POST, PUT');
});

it('[ACCESS-01] returns 405 before it reads the body', async () => {
  const headers = { 'content-type': 'application/xml' };
  expect((await send('POST', '/api/things/1', { headers, payload: '<a/>' })).status).toBe(405);
});

it('[SECURITY-04] refuses a write of another site before it names the methods', async () => {
  const headers = { origin: 'https://evil.example' };
  expect(await send('DELETE', '/api/things/1', { headers })).toMatchObject({ status: 403, allow: undefined });
});

it('answers OPTIONS with the methods and HEAD like GET, without a body', async () => {
  expect(await send('OPTIONS', '/api/things/1')).toEqual({ status: 204, allow: 'GET, HEAD, PUT', body: '' });
  expect(await send('HEAD', '/api/things/1')).toMatchObject({ status: 200, body: '' });
});

it('[ACCESS-01] returns 404 for every method of a service route without the credential', async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND']) {
    expect((await send(method, '/internal/things')).allow, method).toBeUndefined();
    expect((await send(method, '/internal/things')).status, method).toBe(404);
    for (const given of [`${credential.slice(0, -1)}Y`, testCredential('flights')]) {
      const headers = { [credentialHeader]: given };
      expect((await send(method, '/internal/things', { headers })).status, method).toBe(404);
    }
  }
  const headers = { [credentialHeader]: credential };
  expect(await send('GET', '/internal/things', { headers })).toMatchObject({ status: 405, allow: 'POST' });
});

it('returns 404 for a path without a route, whatever the method', async () => {
  for (const [method, url] of [
    ...['GET', 'POST', 'OPTIONS', 'PROPFIND'].map((name) => [name, '/api/things'] as const),
    ['POST', '/files/a'] as const,
  ])
    expect(await send(method, url), `${method} ${url}`).toMatchObject({ status: 404, allow: undefined });
});
