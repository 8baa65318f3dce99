import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { Access } from '@fareline/contracts/services';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildServer, commonConfigShape, credentialHeader, declareAccess, parseConfig } from '../index.ts';

const credential = 'credential-of-the-test';
const config = parseConfig(commonConfigShape, {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SITE_ORIGIN: 'http://localhost:3000',
  SERVICE_CREDENTIAL: credential,
  TRUSTED_PROXIES: 'none',
});

let app: FastifyInstance;
beforeEach(async () => {
  app = await buildServer({ name: 'sample', config, checks: {}, isBrandHost: async () => false });
});
afterEach(() => app.close());

const add = (url: string, access?: Access) =>
  app.all(url, access ? { config: { access } } : {}, async () => ({ reached: true }));

it('[ACCESS-01] fails to start when routes declare no access, and lists them', async () => {
  add('/api/declared', 'public');
  app.get('/api/forgotten', async () => ({}));
  await app.register(async (scope) => scope.post('/internal/forgotten', async () => ({})));
  await expect(app.ready()).rejects.toThrow(
    'These routes do not declare who may call them: GET /api/forgotten, HEAD /api/forgotten, POST /internal/forgotten.',
  );
});

it('[ACCESS-01] applies the access of a scope to the routes of a plugin', async () => {
  await app.register(async (scope) => {
    declareAccess(scope, 'service');
    await scope.register(async (plugin) => plugin.get('/files/*', async () => ({})));
  });
  expect((await app.inject('/files/a')).statusCode).toBe(404);
  expect((await app.inject({ method: 'HEAD', url: '/files/a' })).statusCode).toBe(404);
  const headers = { [credentialHeader]: credential };
  expect((await app.inject({ url: '/files/a', headers })).statusCode).toBe(200);
});

it('[ACCESS-01] returns 404 for a service route without the credential, in every encoding of the URL', async () => {
  add('/internal/guest-accounts', 'service');
  add('/internal/users/:id', 'service');
  const urls = ['/internal/guest-accounts', '/%69nternal/guest-accounts', '/internal/%67uest-accounts?x=1'];
  for (const url of [...urls, '/internal/users/..%2f1', '/inter%6Eal/users/a%2Fb'])
    for (const method of ['GET', 'POST', 'HEAD'] as const) {
      const getStatus = async (given?: string) =>
        (await app.inject({ method, url, headers: given ? { [credentialHeader]: given } : {} })).statusCode;
      expect(await getStatus(), url).toBe(404);
      expect(await getStatus('credential-of-the-tesT'), url).toBe(404);
      expect(await getStatus(credential), url).toBe(200);
    }
});

it('[ACCESS-02] returns 404 for every alternative spelling of a service route', async () => {
  add('/internal/guest-accounts', 'service');
  add('/api/auth/logout', 'public');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  for (const path of [
    '//internal/guest-accounts',
    '/internal//guest-accounts',
    '/./internal/guest-accounts',
    '/api/../internal/guest-accounts',
    '/api/auth/..%2f..%2finternal/guest-accounts',
    '/api/auth\\..\\..\\internal\\guest-accounts',
    '/api/auth/logout/../../../internal/guest-accounts',
    '/INTERNAL/guest-accounts',
    '/internal/guest-accounts/',
    '/internal%2fguest-accounts',
    '/internal/guest-accounts;x',
    '/%2569nternal/guest-accounts',
    'http://localhost/internal/guest-accounts',
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.end(`POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    const [response] = (await once(socket, 'data')) as [Buffer];
    expect(response.toString(), path).toMatch(/^HTTP\/1\.1 404 /);
  }
});
