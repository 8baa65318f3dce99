import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { checkSession, listSessionKeys, type User } from '@fareline/contracts';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AppError,
  createServiceClient,
  credentialHeader,
  readUser,
  remoteSessions,
  sessions,
  requireUser,
} from '../index.ts';
import { access } from '../http/access.ts';
import { errorHandler } from '../http/error-handler.ts';
import { createToken } from '../testing/index.ts';

const credential = 'credential-of-the-test';
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
};
const sessionId = randomUUID();

/** Answers as the accounts service does; the rest is what it knows. */
let accounts: FastifyInstance;
let accountsUrl: string;
let hasEnded = false;
let isAdmin = false;
let published: Record<string, KeyObject> = {};
let lookUps = 0;

beforeAll(async () => {
  accounts = Fastify();
  accounts.get(listSessionKeys.path, async () => {
    lookUps += 1;
    return {
      keys: Object.entries(published).map(([kid, publicKey]) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
        alg: 'ES256',
        use: 'sig',
      })),
    };
  });
  accounts.post(checkSession.path, async (request, reply) => {
    const { session_id, user_id } = request.body as { session_id: string; user_id: string };
    const isKnown = session_id === sessionId && user_id === user.id && !hasEnded;
    if (request.headers[credentialHeader] === credential && isKnown) return { ...user, isAdmin };
    return reply.status(401).send({ error: 'NOT_AUTHENTICATED', message: '', request_id: '' });
  });
  accountsUrl = await accounts.listen({ port: 0 });
});
afterAll(() => accounts.close());

/** Another service: a route for everybody, and one for each kind of signed-in user. */
let service: FastifyInstance;
async function serviceAt(url: string): Promise<FastifyInstance> {
  const app = Fastify();
  app.setErrorHandler(errorHandler);
  await app.register(cookie);
  await app.register(sessions, remoteSessions(createServiceClient({ baseUrl: url, credential })));
  await app.register(access, { credential });
  app.get('/open', { config: { access: 'public' } }, async (request) => ({
    name: (await readUser(request))?.username ?? null,
  }));
  for (const role of ['user', 'owner', 'admin', 'support'] as const)
    app.get(`/${role}`, { config: { access: role } }, async (request) => ({
      name: requireUser(request).username,
    }));
  return app;
}
beforeEach(async () => {
  hasEnded = false;
  isAdmin = false;
  published = { k1: key.publicKey };
  service = await serviceAt(accountsUrl);
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
const good = () => createToken(es256, claims(), key.privateKey);
const ask = async (token: string | undefined, path = '/user', from = service) => {
  const answer = await from.inject({
    url: path,
    ...(token ? { headers: { cookie: `session=${token}` } } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
};

describe('a session of a request', () => {
  it('[SECURITY-01] is the user of a token that a published key signed', async () => {
    expect(await ask(good())).toEqual({ status: 200, body: { name: 'ada' } });
    expect(await ask(good(), '/open')).toEqual({ status: 200, body: { name: 'ada' } });
  });

  it('[ACCESS-01] is asked for by the access of a route: 401 without one, 403 without the role', async () => {
    for (const role of ['user', 'owner', 'admin', 'support'])
      expect((await ask(undefined, `/${role}`)).status, role).toBe(401);
    const statuses = (roles: string[]) =>
      Promise.all(roles.map(async (role) => (await ask(good(), `/${role}`)).status));
    expect(await statuses(['user', 'owner', 'admin', 'support'])).toEqual([200, 200, 403, 403]);
    expect((await ask(good(), '/%75ser')).status).toBe(200);
    expect((await ask(undefined, '/%75ser')).status).toBe(401);
    isAdmin = true;
    expect(await statuses(['user', 'admin', 'support'])).toEqual([200, 200, 200]);
  });

  it('[SECURITY-01] is read from the cookie only', async () => {
    const answer = await service.inject({
      url: '/user',
      headers: { authorization: `Bearer ${good()}` },
    });
    expect(answer.statusCode).toBe(401);
  });

  it('[SECURITY-02] no longer counts once it has ended, although its signature still holds', async () => {
    expect((await ask(good())).status).toBe(200);
    hasEnded = true;
    expect(await ask(good())).toMatchObject({ status: 401, body: { error: 'NOT_AUTHENTICATED' } });
    expect((await ask(good(), '/open')).body).toEqual({ name: null });
  });

  it('answers SERVICE_UNAVAILABLE, not signed out, when accounts cannot be asked', async () => {
    const alone = await serviceAt('http://127.0.0.1:9');
    for (const path of ['/user', '/open']) {
      expect(await ask(good(), path, alone)).toMatchObject({
        status: 503,
        body: { error: 'SERVICE_UNAVAILABLE' },
      });
    }
  });
});

describe('a token that is not ours', () => {
  const without = (name: string) => {
    const rest: Record<string, unknown> = claims();
    delete rest[name];
    return rest;
  };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = key.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const signed = (change: Record<string, unknown>) => createToken(es256, claims(change), key.privateKey);

  it.each<[string, () => string | undefined]>([
    ['no token', () => undefined],
    ['garbage', () => 'nonsense'],
    ['three parts of garbage', () => 'a.b.c'],
    ['a header that is null', () => `${Buffer.from('null').toString('base64url')}.e30.c2ln`],
    ['a payload that is no object', () => createToken(es256, 'ada', key.privateKey)],
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
        good().replace(
          /\.[^.]+\./,
          `.${Buffer.from(JSON.stringify(claims({ sub: randomUUID() }))).toString('base64url')}.`,
        ),
    ],
    ['another issuer', () => signed({ iss: 'elsewhere' })],
    ['another audience', () => signed({ aud: 'elsewhere' })],
    ['an expiry that has passed', () => signed({ exp: Math.floor(Date.now() / 1000) - 1 })],
    ['an expiry that is no number', () => signed({ exp: 'tomorrow' })],
    ['a beginning that is to come', () => signed({ nbf: Math.floor(Date.now() / 1000) + 60 })],
    ['a session id that is no UUID', () => signed({ jti: "1' or 1=1" })],
    ['a session id that is no text', () => signed({ jti: 7 })],
    ['a user id that is no UUID', () => signed({ sub: 'ada' })],
    ['the id of another user', () => signed({ sub: randomUUID() })],
    ['100 kB', () => signed({ more: 'x'.repeat(100_000) }).replace(user.id, randomUUID()) + 'A'],
    ...['exp', 'jti', 'sub', 'iss', 'aud'].map(
      (name) =>
        [`no ${name}`, () => createToken(es256, without(name), key.privateKey)] as [string, () => string],
    ),
  ])('[SECURITY-01] is 401 with %s', async (_, token) => {
    expect(await ask(token())).toMatchObject({ status: 401, body: { error: 'NOT_AUTHENTICATED' } });
    expect(await ask(token(), '/open')).toEqual({ status: 200, body: { name: null } });
  });
});

describe('a rotation of the signing key', () => {
  let now = performance.now();
  const pass = (ms: number) => void (now += ms);
  beforeEach(() => {
    now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void vi.restoreAllMocks());

  it('[ACCOUNT-07] is taken up without a restart, and the former key goes on to count', async () => {
    const next = newKey();
    await ask(good());
    published = { k1: key.publicKey, k2: next.publicKey };
    const renewed = createToken({ ...es256, kid: 'k2' }, claims(), next.privateKey);
    pass(1_001);
    expect((await ask(renewed)).status).toBe(200);
    expect((await ask(good())).status).toBe(200);
  });

  it('[ACCOUNT-07] costs at most one look-up a second, however many tokens name keys that do not exist, and none waits', async () => {
    const askWithMadeUpKeys = async () => {
      const tokens = Array.from({ length: 50 }, (_, index) =>
        createToken({ ...es256, kid: `made-up-${index}` }, claims(), otherKey.privateKey),
      );
      const answers = await Promise.all(tokens.map((token) => ask(token)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    };
    pass(1_001);
    lookUps = 0;
    await askWithMadeUpKeys();
    expect(lookUps).toBe(1);
    // Whoever waited would be answered after one more look-up.
    await askWithMadeUpKeys();
    expect(lookUps).toBe(1);
    pass(1_001);
    await askWithMadeUpKeys();
    expect(lookUps).toBe(2);
  });
});

it('userOf fails with 401 where a route has no session check', async () => {
  const app = Fastify();
  app.setErrorHandler(errorHandler);
  await app.register(cookie);
  await app.register(sessions, remoteSessions(createServiceClient({ baseUrl: accountsUrl, credential })));
  app.get('/forgotten', async (request) => requireUser(request));
  expect(await ask(good(), '/forgotten', app)).toMatchObject({ status: 401 });
  expect(() => requireUser({ user: null } as never)).toThrow(AppError);
});
