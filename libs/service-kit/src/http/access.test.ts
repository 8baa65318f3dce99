import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { Access, Caller } from '@fareline/contracts/services';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callerNames, commonConfigShape, parseConfig } from '../config.ts';
import { hashCredential } from '../hash-credential.ts';
import { credentialHeader } from '../service-client.ts';
import { declareAccess } from './access.ts';
import { buildServer } from './server.ts';
import { testAcceptedCallers, testCredential } from '../testing/callers.ts';

const credential = testCredential('payments');
const env = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SITE_ORIGIN: 'http://localhost:3000',
  ACCEPTED_CALLERS: testAcceptedCallers,
  TRUSTED_PROXIES: 'none',
};
const config = parseConfig(commonConfigShape, env);

let app: FastifyInstance;
beforeEach(async () => {
  app = await buildServer({ name: 'sample', config, isBrandHost: async () => false });
});
afterEach(() => app.close());

const add = (url: string, access?: Access, callers: readonly Caller[] | undefined = undefined) =>
  app.all(url, access ? { config: { access, callers } } : {}, async () => ({ reached: true }));
const addInternal = (url: string, ...callers: Caller[]) => add(url, 'service', callers);

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
    const callers: Caller[] = ['payments'];
    await scope.register(async (plugin) => plugin.get('/files/*', { config: { callers } }, async () => ({})));
  });
  expect((await app.inject('/files/a')).statusCode).toBe(404);
  expect((await app.inject({ method: 'HEAD', url: '/files/a' })).statusCode).toBe(404);
  const headers = { [credentialHeader]: credential };
  expect((await app.inject({ url: '/files/a', headers })).statusCode).toBe(200);
});

it('[ACCESS-01] returns 404 for a service route without the credential, in every encoding of the URL', async () => {
  addInternal('/internal/guest-accounts', 'payments');
  addInternal('/internal/users/:id', 'payments');
  const urls = ['/internal/guest-accounts', '/%69nternal/guest-accounts', '/internal/%67uest-accounts?x=1'];
  for (const url of [...urls, '/internal/users/..%2f1', '/inter%6Eal/users/a%2Fb'])
    for (const method of ['GET', 'POST', 'HEAD'] as const) {
      const getStatus = async (given?: string) =>
        (await app.inject({ method, url, headers: given ? { [credentialHeader]: given } : {} })).statusCode;
      expect(await getStatus(), url).toBe(404);
      expect(await getStatus(`${credential.slice(0, -1)}Y`), url).toBe(404);
      expect(await getStatus(credential), url).toBe(200);
    }
});

it('[ACCESS-02] returns 404 for every alternative spelling of a service route', async () => {
  addInternal('/internal/guest-accounts', 'payments');
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

describe('callers of a service route', () => {
  const getStatus = async (url: string, given: string) =>
    (await app.inject({ url, headers: { [credentialHeader]: given } })).statusCode;
  const restart = async (acceptedCallers: string) => {
    await app.close();
    const changed = parseConfig(commonConfigShape, { ...env, ACCEPTED_CALLERS: acceptedCallers });
    app = await buildServer({ name: 'sample', config: changed, isBrandHost: async () => false });
  };

  it('[ACCESS-03] are those that it declares: the credential of any other service is as good as none', async () => {
    addInternal('/internal/guest-accounts', 'payments');
    addInternal('/internal/brands', 'flights', 'prerender');
    const listStatuses = async (url: string) =>
      Promise.all(callerNames.map((caller) => getStatus(url, testCredential(caller))));
    expect(callerNames).toEqual(['accounts', 'flights', 'payments', 'prerender']);
    expect(await listStatuses('/internal/guest-accounts')).toEqual([404, 404, 200, 404]);
    expect(await listStatuses('/internal/brands')).toEqual([404, 200, 404, 200]);
  });

  it('[ACCESS-03] are not authorised by the hash that the callee holds, nor by a list of credentials', async () => {
    addInternal('/internal/guest-accounts', 'payments');
    expect(await getStatus('/internal/guest-accounts', hashCredential(credential))).toBe(404);
    expect(await getStatus('/internal/guest-accounts', `payments:${hashCredential(credential)}`)).toBe(404);
    expect(await getStatus('/internal/guest-accounts', `${credential}, ${credential}`)).toBe(404);
  });

  it('[ACCESS-03] are never authorised by an empty credential, even if its hash is accepted', async () => {
    await app.close();
    const acceptedCallers = [{ name: 'payments' as const, credentialHash: hashCredential('') }];
    const changed = { ...config, ACCEPTED_CALLERS: acceptedCallers };
    app = await buildServer({ name: 'sample', config: changed, isBrandHost: async () => false });
    addInternal('/internal/guest-accounts', 'payments');
    expect(await getStatus('/internal/guest-accounts', '')).toBe(404);
  });

  it('[ACCESS-03] are named in a warning when their credential is refused, once in a minute for each route', async () => {
    addInternal('/internal/users/:id', 'payments');
    addInternal('/internal/brands', 'payments');
    const warn = vi.spyOn(app.log, 'warn');
    await app.inject('/internal/users/1');
    await getStatus('/internal/users/1', credential);
    expect(warn).not.toHaveBeenCalled();
    for (const given of ['a-stale-credential', '', testCredential('accounts')])
      for (const url of ['/internal/users/1', '/internal/users/2', '/internal/brands'])
        expect(await getStatus(url, given)).toBe(404);
    expect(warn.mock.calls).toEqual(
      ['/internal/users/:id', '/internal/brands'].map((url) => [
        `a call to ${url} was refused: its credential is not in ACCEPTED_CALLERS for a caller of this route`,
      ]),
    );
  });

  it('[ACCESS-03] may have two credentials each, so that a rotation needs no downtime', async () => {
    const next = 'the-next-credential-of-payments-for-tests';
    await restart(`${testAcceptedCallers},payments:${hashCredential(next)}`);
    addInternal('/internal/guest-accounts', 'payments');
    for (const given of [credential, next])
      expect(await getStatus('/internal/guest-accounts', given)).toBe(200);
  });

  it('[ACCESS-03] have to be declared, else the server does not start', async () => {
    add('/internal/forgotten', 'service');
    addInternal('/internal/nobody');
    await expect(app.ready()).rejects.toThrow(
      'These routes do not declare which services may call them: /internal/forgotten, /internal/nobody.',
    );
  });

  it('[ACCESS-03] have to have an accepted credential, else the server does not start', async () => {
    await restart(`payments:${hashCredential(credential)}`);
    addInternal('/internal/brands', 'payments', 'prerender');
    await expect(app.ready()).rejects.toThrow('ACCEPTED_CALLERS has no credential of prerender: add ');
  });
});
