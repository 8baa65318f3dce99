import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { checkSession, listSessionKeys, type SessionFactor, type User } from '@fareline/contracts';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../app-error.ts';
import { createServiceClient, credentialHeader } from '../service-client.ts';
import { remoteSessions } from './remote-sessions.ts';
import { readUser, requireFactorUser, requireUser, sessions } from './session-plugin.ts';
import { access } from '../http/access.ts';
import { administration } from '../http/administration.ts';
import { errorHandler } from '../http/error-handler.ts';
import { createToken, testCredential } from '../testing/index.ts';

const credential = testCredential('payments');
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = newKey();
const otherKey = newKey();
const user: User = {
  id: randomUUID(),
  username: 'ada',
  email: 'a@example.com',
  createdAt: '2026-11-01T00:00:00.000Z',
  firstName: null,
  lastName: null,
  isAdmin: false,
  isSupport: false,
  emailVerified: true,
};
const sessionId = randomUUID();

/** Stub of the accounts service, and its state. */
let accountsStub: FastifyInstance;
let accountsUrl: string;
let hasEnded = false;
let isAdmin = false;
let isRecent = false;
let factor: SessionFactor = 'none';
let publishedKeys: Record<string, KeyObject> = {};
let keyRequests = 0;

beforeAll(async () => {
  accountsStub = Fastify();
  accountsStub.get(listSessionKeys.path, async () => {
    keyRequests += 1;
    return {
      keys: Object.entries(publishedKeys).map(([kid, publicKey]) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
        alg: 'ES256',
        use: 'sig',
      })),
    };
  });
  accountsStub.post(checkSession.path, async (request, reply) => {
    const { session_id, user_id } = request.body as { session_id: string; user_id: string };
    const isKnown = session_id === sessionId && user_id === user.id && !hasEnded;
    if (request.headers[credentialHeader] === credential && isKnown)
      return { user: { ...user, isAdmin }, isRecent, factor };
    return reply.status(401).send({ error: 'NOT_AUTHENTICATED', message: '', request_id: '' });
  });
  accountsUrl = await accountsStub.listen({ port: 0 });
});
afterAll(() => accountsStub.close());

/** A service with a public route and one route for each access that needs a user. */
let service: FastifyInstance;
async function createTestService(
  url: string,
  origin = 'http://localhost:3000',
  adminOrigin?: string,
): Promise<FastifyInstance> {
  const app = Fastify();
  app.setErrorHandler(errorHandler);
  await app.register(cookie);
  await app.register(administration, { adminOrigin });
  await app.register(sessions, remoteSessions(createServiceClient({ baseUrl: url, credential }), [origin]));
  await app.register(access, { acceptedCallers: [] });
  app.get('/open', { config: { access: 'public' } }, async (request) => ({
    name: (await readUser(request))?.username ?? null,
  }));
  for (const role of ['user', 'owner', 'admin', 'support', 'factor'] as const)
    app.get(`/${role}`, { config: { access: role } }, async (request) => ({
      name: (role === 'factor' ? requireFactorUser : requireUser)(request).username,
    }));
  app.post('/refund', { config: { access: 'support', recent: true } }, async () => ({}));
  return app;
}
beforeEach(async () => {
  hasEnded = false;
  isAdmin = false;
  isRecent = false;
  factor = 'none';
  publishedKeys = { k1: key.publicKey };
  service = await createTestService(accountsUrl);
});

const claims = (change: Record<string, unknown> = {}) => ({
  iss: 'accounts',
  aud: 'fareline',
  sub: user.id,
  jti: sessionId,
  iat: Math.floor(Date.now() / 1000),
  exp: Math.floor(Date.now() / 1000) + 3600,
  ...change,
});
const es256 = { alg: 'ES256', typ: 'JWT', kid: 'k1' } as const;
const validToken = () => createToken(es256, claims(), key.privateKey);
const get = async (token: string | undefined, path = '/user', from = service) => {
  const response = await from.inject({
    url: path,
    ...(token ? { headers: { cookie: `session=${token}` } } : {}),
  });
  return { status: response.statusCode, body: response.json() };
};

describe('the session of a request', () => {
  it('[SECURITY-01] identifies the user of a token that a published key signed', async () => {
    expect(await get(validToken())).toEqual({ status: 200, body: { name: 'ada' } });
    expect(await get(validToken(), '/open')).toEqual({ status: 200, body: { name: 'ada' } });
  });

  it('[ACCESS-01] is required by the access of a route: 401 without a session, 403 without the role', async () => {
    for (const role of ['user', 'owner', 'admin', 'support'])
      expect((await get(undefined, `/${role}`)).status, role).toBe(401);
    const statuses = (roles: string[]) =>
      Promise.all(roles.map(async (role) => (await get(validToken(), `/${role}`)).status));
    expect(await statuses(['user', 'owner', 'admin', 'support'])).toEqual([200, 200, 403, 403]);
    expect((await get(validToken(), '/%75ser')).status).toBe(200);
    expect((await get(undefined, '/%75ser')).status).toBe(401);
    isAdmin = true;
    expect(await statuses(['user', 'admin', 'support'])).toEqual([200, 200, 200]);
  });

  it('[GUARD-02] needs a recent password where the route says so, before its body is read, and the role first', async () => {
    const post = async () => {
      const headers = { cookie: `session=${validToken()}`, 'content-type': 'application/json' };
      const response = await service.inject({ method: 'POST', url: '/refund', headers, payload: '{' });
      return [response.statusCode, response.json().error];
    };
    expect(await post()).toEqual([403, 'FORBIDDEN']);
    isAdmin = true;
    expect(await post()).toEqual([403, 'PASSWORD_REQUIRED']);
    isRecent = true;
    expect((await post())[0]).toBe(400);
  });

  it('[GUARD-02] needs a recent factor of who has one, whatever the password', async () => {
    [isAdmin, factor] = [true, 'shown'];
    const headers = { cookie: `session=${validToken()}` };
    const post = async () => (await service.inject({ method: 'POST', url: '/refund', headers })).json().error;
    expect(await post()).toBe('FACTOR_REQUIRED');
    isRecent = true;
    expect(await post()).toBeUndefined();
  });

  it('[GUARD-03] opens only what the second factor is shown at while that is owed', async () => {
    isAdmin = true;
    const answers = async () =>
      Promise.all(
        ['user', 'owner', 'admin', 'support', 'factor'].map(async (role) => {
          const { status, body } = await get(validToken(), `/${role}`);
          return [role, status, body.error ?? body.name];
        }),
      );
    factor = 'owed';
    isRecent = true;
    expect(await answers()).toEqual([
      ['user', 401, 'NOT_AUTHENTICATED'],
      // The handler finds no user either.
      ['owner', 401, 'NOT_AUTHENTICATED'],
      ['admin', 403, 'FACTOR_REQUIRED'],
      ['support', 403, 'FACTOR_REQUIRED'],
      ['factor', 200, 'ada'],
    ]);
    expect((await get(validToken(), '/open')).body).toEqual({ name: null });
    factor = 'shown';
    expect((await answers()).map(([, status]) => status)).toEqual([200, 200, 200, 200, 200]);
    [isAdmin, factor] = [false, 'none'];
    expect((await get(validToken(), '/factor')).body.error).toBe('FORBIDDEN');
    expect((await get(undefined, '/factor')).status).toBe(401);
  });

  it('[SECURITY-01] is read from the cookie only', async () => {
    const response = await service.inject({
      url: '/user',
      headers: { authorization: `Bearer ${validToken()}` },
    });
    expect(response.statusCode).toBe(401);
  });

  it('[SECURITY-01] is read on https only from the cookie that no other host of the domain can set', async () => {
    const secure = await createTestService(accountsUrl, 'https://fares.example');
    const getStatus = async (name: string) => {
      const headers = { cookie: `${name}=${validToken()}` };
      return (await secure.inject({ url: '/user', headers })).statusCode;
    };
    expect([await getStatus('__Host-session'), await getStatus('session')]).toEqual([200, 401]);
  });

  it('[GUARD-04, GUARD-10] of the administration and of a brand is nobody’s on the other host, by cookie and by audience', async () => {
    const site = await createTestService(accountsUrl, 'https://fares.example', 'https://admin.fares.example');
    isAdmin = true;
    const ofStaff = createToken(es256, claims({ aud: 'fareline-staff' }), key.privateKey);
    const getStatuses = (host: string, cookieName: string, token: string) =>
      Promise.all(
        ['/user', '/admin', '/support', '/factor'].map(async (url) => {
          const headers = { host, cookie: `${cookieName}=${token}` };
          return (await site.inject({ url, headers })).statusCode;
        }),
      );
    const [brand, administrationHost] = ['fares.example', 'admin.fares.example'];
    expect(await getStatuses(administrationHost, '__Host-staff', ofStaff)).toEqual([200, 200, 200, 200]);
    expect(await getStatuses(brand, '__Host-session', validToken())).toEqual([200, 404, 404, 404]);
    // A token in the cookie of the other, and a cookie on the host of the other.
    for (const [host, cookieName, token] of [
      [administrationHost, '__Host-staff', validToken()],
      [administrationHost, '__Host-session', validToken()],
      [administrationHost, '__Host-session', ofStaff],
      [brand, '__Host-session', ofStaff],
      [brand, '__Host-staff', ofStaff],
      [brand, '__Host-staff', validToken()],
    ] as const) {
      const expected = host === brand ? [401, 404, 404, 404] : [401, 401, 401, 401];
      expect(await getStatuses(host, cookieName, token), `${host} ${cookieName}`).toEqual(expected);
    }
    for (const host of ['sunhop.example', 'admin.fares.example.', 'admin.fares.example:8443', 'localhost'])
      expect((await getStatuses(host, '__Host-staff', ofStaff))[1], host).toBe(404);
  });

  it('[SECURITY-02] is rejected after it has ended, although its signature is valid', async () => {
    expect((await get(validToken())).status).toBe(200);
    hasEnded = true;
    expect(await get(validToken())).toMatchObject({ status: 401, body: { error: 'NOT_AUTHENTICATED' } });
    expect((await get(validToken(), '/open')).body).toEqual({ name: null });
  });

  it('returns SERVICE_UNAVAILABLE instead of 401 when accounts is unavailable', async () => {
    const withoutAccounts = await createTestService('http://127.0.0.1:9');
    for (const path of ['/user', '/open']) {
      expect(await get(validToken(), path, withoutAccounts)).toMatchObject({
        status: 503,
        body: { error: 'SERVICE_UNAVAILABLE' },
      });
    }
  });
});

describe('an invalid token', () => {
  const without = (name: string) => {
    const rest: Record<string, unknown> = claims();
    delete rest[name];
    return rest;
  };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = key.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const signToken = (change: Record<string, unknown>) => createToken(es256, claims(change), key.privateKey);

  it.each<[string, () => string | undefined]>([
    ['no token', () => undefined],
    ['garbage', () => 'nonsense'],
    ['three parts of garbage', () => 'a.b.c'],
    ['a header that is null', () => `${Buffer.from('null').toString('base64url')}.e30.c2ln`],
    ['a payload that is not an object', () => createToken(es256, 'ada', key.privateKey)],
    ['a key that is not published', () => createToken({ ...es256, kid: 'k9' }, claims(), key.privateKey)],
    ['no key id', () => createToken({ alg: 'ES256' }, claims(), key.privateKey)],
    [
      'a key id that is no text',
      () => createToken({ alg: 'ES256', kid: { k1: 1 } }, claims(), key.privateKey),
    ],
    ['another key under a published id', () => createToken(es256, claims(), otherKey.privateKey)],
    [
      'HS256 with the public key as its secret',
      () => createToken({ ...es256, alg: 'HS256' }, claims(), publicPem),
    ],
    ['RS256', () => createToken({ ...es256, alg: 'RS256' }, claims(), rsa.privateKey)],
    ['alg none', () => createToken({ ...es256, alg: 'none' }, claims())],
    ['no signature', () => createToken(es256, claims())],
    ['a critical header', () => createToken({ ...es256, crit: ['x'], x: 1 }, claims(), key.privateKey)],
    [
      'a changed payload',
      () =>
        validToken().replace(
          /\.[^.]+\./,
          `.${Buffer.from(JSON.stringify(claims({ sub: randomUUID() }))).toString('base64url')}.`,
        ),
    ],
    ['another issuer', () => signToken({ iss: 'elsewhere' })],
    ['another audience', () => signToken({ aud: 'elsewhere' })],
    ['an expiry in the past', () => signToken({ exp: Math.floor(Date.now() / 1000) - 1 })],
    ['an expiry that is not a number', () => signToken({ exp: 'tomorrow' })],
    ['a not-before time in the future', () => signToken({ nbf: Math.floor(Date.now() / 1000) + 60 })],
    ['a session id that is not a UUID', () => signToken({ jti: "1' or 1=1" })],
    ['a session id that is not a string', () => signToken({ jti: 7 })],
    ['a user id that is not a UUID', () => signToken({ sub: 'ada' })],
    ['the id of another user', () => signToken({ sub: randomUUID() })],
    ['100 kB', () => signToken({ more: 'x'.repeat(100_000) }).replace(user.id, randomUUID()) + 'A'],
    ...['exp', 'jti', 'sub', 'iss', 'aud'].map(
      (name) =>
        [`no ${name}`, () => createToken(es256, without(name), key.privateKey)] as [string, () => string],
    ),
  ])('[SECURITY-01] is 401 with %s', async (_, token) => {
    expect(await get(token())).toMatchObject({ status: 401, body: { error: 'NOT_AUTHENTICATED' } });
    expect(await get(token(), '/open')).toEqual({ status: 200, body: { name: null } });
  });
});

describe('a rotation of the signing key', () => {
  let now = performance.now();
  const advanceClock = (ms: number) => void (now += ms);
  beforeEach(() => {
    now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void vi.restoreAllMocks());

  it('[ACCOUNT-07] takes effect without a restart, and tokens of the previous key stay valid', async () => {
    const next = newKey();
    await get(validToken());
    publishedKeys = { k1: key.publicKey, k2: next.publicKey };
    const renewed = createToken({ ...es256, kid: 'k2' }, claims(), next.privateKey);
    advanceClock(1_001);
    expect((await get(renewed)).status).toBe(200);
    expect((await get(validToken())).status).toBe(200);
  });

  it('[ACCOUNT-07] ends the trust in a withdrawn key after ten minutes', async () => {
    expect((await get(validToken())).status).toBe(200);
    publishedKeys = { k2: newKey().publicKey };
    advanceClock(599_000);
    expect((await get(validToken())).status).toBe(200);
    advanceClock(2_000);
    expect((await get(validToken())).status).toBe(401);
  });

  it('[ACCOUNT-07] loads the keys at most once a second for tokens with unknown keys, without delaying them', async () => {
    const sendUnknownKeys = async () => {
      const tokens = Array.from({ length: 50 }, (_, index) =>
        createToken({ ...es256, kid: `unknown-${index}` }, claims(), otherKey.privateKey),
      );
      const responses = await Promise.all(tokens.map((token) => get(token)));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
    };
    advanceClock(1_001);
    keyRequests = 0;
    await sendUnknownKeys();
    expect(keyRequests).toBe(1);
    // A request that waited for the interval would cause another load.
    await sendUnknownKeys();
    expect(keyRequests).toBe(1);
    advanceClock(1_001);
    await sendUnknownKeys();
    expect(keyRequests).toBe(2);
  });
});

it('requireUser throws NOT_AUTHENTICATED when the route has no session check', async () => {
  const app = Fastify();
  app.setErrorHandler(errorHandler);
  await app.register(cookie);
  await app.register(administration, { adminOrigin: undefined });
  await app.register(sessions, remoteSessions(createServiceClient({ baseUrl: accountsUrl, credential }), []));
  app.get('/forgotten', async (request) => requireUser(request));
  expect(await get(validToken(), '/forgotten', app)).toMatchObject({ status: 401 });
  expect(() => requireUser({ user: null } as never)).toThrow(AppError);
});
