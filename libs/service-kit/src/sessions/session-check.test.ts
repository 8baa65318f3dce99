import { generateKeyPairSync } from 'node:crypto';
import { credentialHeader, createServiceClient, createSessionReader, sessionIssuer } from '../index.ts';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const credential = 'credential-of-the-test';
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const user = {
  id: 'u1',
  username: 'ada',
  email: 'a@example.com',
  createdAt: '',
  firstName: null,
  lastName: null,
  isAdmin: false,
};

/** Answers as the accounts service does; `isAlive` is what it knows of the session. */
let accounts: FastifyInstance;
let accountsUrl: string;
let isAlive = true;

beforeAll(async () => {
  accounts = Fastify();
  accounts.get('/internal/jwks.json', async () => ({
    keys: [{ ...(await exportJWK(key.publicKey)), kid: 'k', alg: 'ES256' }],
  }));
  accounts.post('/internal/sessions/check', async (request, reply) => {
    if (request.headers[credentialHeader] !== credential || !isAlive) {
      return reply.status(401).send({ error: 'NOT_AUTHENTICATED', message: 'Not authenticated' });
    }
    return user;
  });
  accountsUrl = await accounts.listen({ port: 0 });
});
afterAll(() => accounts.close());
beforeEach(() => {
  isAlive = true;
});

const token = (signingKey = key.privateKey, issuer: string = sessionIssuer) =>
  new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(issuer)
    .setSubject('u1')
    .setJti('s1')
    .setExpirationTime('1h')
    .sign(signingKey);
const requestWith = (session?: string) =>
  ({ cookies: session ? { session } : {} }) as unknown as FastifyRequest;
const readerAt = (url: string) =>
  createSessionReader({
    accountsUrl: url,
    credential,
    callAccounts: createServiceClient({ baseUrl: url, credential }),
  });

it('[SECURITY-02] refuses a session that ended although its signature still holds', async () => {
  const reader = readerAt(accountsUrl);
  const session = await token();
  expect(await reader.userOf(requestWith(session))).toEqual(user);
  isAlive = false;
  expect(await reader.userOf(requestWith(session))).toBeNull();
  await expect(reader.requireUser(requestWith(session))).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
});

it('[SECURITY-01] takes nothing that another key or issuer signed', async () => {
  const reader = readerAt(accountsUrl);
  for (const session of [
    await token(otherKey.privateKey),
    await token(key.privateKey, 'elsewhere'),
    'nonsense',
    undefined,
  ]) {
    expect(await reader.userOf(requestWith(session))).toBeNull();
  }
});

it('says that it cannot tell, rather than signed out, when accounts does not answer', async () => {
  const reader = readerAt('http://127.0.0.1:9');
  await expect(reader.userOf(requestWith(await token()))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
});
