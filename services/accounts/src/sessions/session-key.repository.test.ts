import { createPrivateKey, randomUUID } from 'node:crypto';
import { listSessionKeys } from '@fareline/contracts';
import { ConfigError } from '@fareline/service-kit/config';
import { credentialHeader } from '@fareline/service-kit/service-client';
import { decodeToken, createToken, testCredential } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sessionKeySecret, startHarness, type Harness } from '../testing/harness.ts';
import { ensureSessionKeys, rotateSessionKeys, getSigningKey } from './session-key.repository.ts';

let harness: Harness;
let secondReplica: Awaited<ReturnType<Harness['startReplica']>>;
let elapsedMs = 0;
const realNow = performance.now.bind(performance);
beforeAll(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + elapsedMs);
  harness = await startHarness();
  secondReplica = await harness.startReplica();
});
afterAll(async () => {
  await harness.stop();
  vi.restoreAllMocks();
});

const userPath = '/api/auth/user';
const password = 'correct horse 7';

const listPublishedKids = async (): Promise<string[]> => {
  const response = await secondReplica.send('GET', listSessionKeys.path, undefined, {
    [credentialHeader]: testCredential('payments'),
  });
  return response.body.keys.map(({ kid }: { kid: string }) => kid);
};
const ageKeys = async () => {
  elapsedMs += 60_000;
  await harness.db
    .updateTable('session_keys')
    .set({ created_at: sql`created_at - interval '1 minute'` } as never)
    .execute();
};
const rotate = async (secret = sessionKeySecret) => {
  await ageKeys();
  const rotation = await rotateSessionKeys(harness.db, secret);
  if ('waitSeconds' in rotation) throw new Error('the next key was published too recently');
  return rotation;
};
const getKid = (token: string) => decodeToken(token).header.kid;
const signIn = async (username: string) =>
  (await secondReplica.post('/api/auth/login', { username, password })).session?.value ?? '';

describe('a token with a valid signature', () => {
  const signToken = async (change: Record<string, unknown>) => {
    const { kid, privateKey } = await getSigningKey(harness.db, sessionKeySecret);
    const { claims } = decodeToken(await harness.signIn(`u${randomUUID().slice(0, 8)}`));
    return createToken({ alg: 'ES256', kid }, { ...claims, ...change }, createPrivateKey(privateKey));
  };

  it('[SECURITY-01] is accepted with the claims of a session', async () => {
    expect((await harness.get(userPath, await signToken({}))).status).toBe(200);
  });

  it.each([
    ['without an expiry', { exp: undefined }],
    ['with an invalid session id', { jti: 'invalid' }],
    ['with an invalid user id', { sub: '%00' }],
    ['with an unknown session id', { jti: randomUUID() }],
    ['for another audience', { aud: 'elsewhere' }],
  ])('[SECURITY-01] %s is 401', async (_, change) => {
    const response = await harness.get(userPath, await signToken(change));
    expect([response.status, response.body.error]).toEqual([401, 'NOT_AUTHENTICATED']);
  });

  it('[SECURITY-01] and an invalid session id does not prevent signing in or out', async () => {
    await harness.signIn('patient');
    const token = await signToken({ jti: 'invalid' });
    expect((await harness.post('/api/auth/login', { username: 'patient', password }, token)).status).toBe(
      200,
    );
    expect((await harness.post('/api/auth/logout', {}, token)).status).toBe(200);
  });
});

describe('the session keys', () => {
  it('[ACCOUNT-07] include the next one from the start, so that it is published before it is used', async () => {
    const kids = await listPublishedKids();
    expect(kids.length).toBe(2);
    expect(kids).toContain((await getSigningKey(harness.db, sessionKeySecret)).kid);
    const response = await harness.send('GET', listSessionKeys.path, undefined, {
      [credentialHeader]: testCredential('payments'),
    });
    expect(JSON.stringify(response.body)).not.toMatch(/"d"|PRIVATE/);
  });

  it('[ACCOUNT-07] can be rotated twice without ending sessions at any replica', async () => {
    const first = await harness.signIn('rotating');
    const kidsBefore = await listPublishedKids();
    const rotation = await rotate();
    expect(kidsBefore).toContain(rotation.kid);

    const second = await signIn('rotating');
    expect(getKid(second)).toBe(rotation.kid);
    expect(getKid(second)).not.toBe(getKid(first));
    await rotate();
    const third = await signIn('rotating');
    expect(new Set([first, second, third].map(getKid)).size).toBe(3);
    for (const replica of [harness, secondReplica]) {
      for (const token of [first, second, third])
        expect((await replica.get(userPath, token)).body).toMatchObject({ username: 'rotating' });
    }
    expect(await listPublishedKids()).toEqual(expect.arrayContaining([first, second, third].map(getKid)));
  });

  it('[ACCOUNT-07] are not rotated until every service can have loaded the next key', async () => {
    await rotate();
    const current = (await getSigningKey(harness.db, sessionKeySecret)).kid;
    const tooSoon = await rotateSessionKeys(harness.db, sessionKeySecret);
    expect(tooSoon).toEqual({ waitSeconds: expect.any(Number) });
    expect((await getSigningKey(harness.db, sessionKeySecret)).kid).toBe(current);
  });

  it('[ACCOUNT-07] are rotated once by concurrent commands', async () => {
    await ageKeys();
    const rotations = await Promise.all(
      Array.from({ length: 5 }, () => rotateSessionKeys(harness.db, sessionKeySecret)),
    );
    expect(rotations.filter((rotation) => 'kid' in rotation).length).toBe(1);
  });

  it('[ACCOUNT-07] are no longer published when all sessions that they signed have expired', async () => {
    const { previousKids } = await rotate();
    const [oldest = ''] = previousKids;
    const retire = (days: number) =>
      harness.db
        .updateTable('session_keys')
        .set({ retired_at: sql`now() - make_interval(days => ${days})` })
        .where('kid', '=', oldest)
        .execute();
    await retire(30);
    await rotate();
    expect(await listPublishedKids()).toContain(oldest);
    await retire(32);
    await rotate();
    expect(await listPublishedKids()).not.toContain(oldest);
  });

  it('are stored encrypted', async () => {
    const rows = await harness.db.selectFrom('session_keys').select('private_key').execute();
    for (const { private_key } of rows)
      expect(Buffer.from(private_key, 'base64url').toString('latin1')).not.toContain('PRIVATE KEY');
  });

  it('[ACCOUNT-07] are not rotated with another secret than the services have', async () => {
    await ageKeys();
    const before = await listPublishedKids();
    const wrongSecret = `wrong-${sessionKeySecret}`;
    await expect(rotateSessionKeys(harness.db, wrongSecret)).rejects.toThrow(ConfigError);
    expect(await listPublishedKids()).toEqual(before);
    expect(await harness.signIn('undisturbed')).toBeTruthy();
  });

  it('cause a ConfigError at start when the secret has changed, and can be rotated with a new secret', async () => {
    const session = await harness.signIn('secretive');
    const newSecret = `new-${sessionKeySecret}`;
    await expect(ensureSessionKeys(harness.db, newSecret)).rejects.toThrow(ConfigError);
    await expect(ensureSessionKeys(harness.db, newSecret)).rejects.toThrow(
      /SESSION_KEY_SECRET .*keys:rotate/,
    );
    await rotateSessionKeys(harness.db, newSecret, { reencrypt: () => Promise.resolve() });
    await ensureSessionKeys(harness.db, newSecret);
    expect((await harness.get(userPath, session)).status).toBe(200);
    await rotateSessionKeys(harness.db, sessionKeySecret, { reencrypt: () => Promise.resolve() });
  });
});
