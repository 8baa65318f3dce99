import { randomUUID } from 'node:crypto';
import { ConfigError } from '@fareline/service-kit/config';
import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { rotateSessionKeys } from '../sessions/session-key.repository.ts';
import { readAllTables } from '../testing/read-all-tables.ts';
import { sessionCookie, sessionKeySecret, startSharedHarness } from '../testing/harness.ts';
import { findByUsername } from '../users/user.repository.ts';
import { reencryptTravellers } from './traveller-encryption.ts';
import { listTravellers } from './traveller.repository.ts';

const harness = await startSharedHarness();
const { db, config } = harness;

const path = '/api/travellers';
const ada = {
  title: 'ms',
  gender: 'female',
  firstName: 'Ada',
  lastName: 'Lovelace',
  dateOfBirth: '1990-12-10',
  passportNumber: 'X1234567',
  passportExpiryDate: '2036-01-01',
  passportIssuingCountry: 'GB',
};
const bo = { firstName: 'Bo', lastName: 'Byron', dateOfBirth: '2020-02-29' };

const signIn = () => harness.signIn(`u${randomUUID().slice(0, 8)}`);
const save = (id: string, traveller: object, session?: string) =>
  harness.send('PUT', `${path}/${id}`, traveller, sessionCookie(session));
const remove = (id: string, session?: string) =>
  harness.send('DELETE', `${path}/${id}`, undefined, sessionCookie(session));
const list = async (session: string) => (await harness.get(path, session)).body;
const readRows = () => db.selectFrom('saved_travellers').selectAll().execute();

const early = { username: 'early', session: await harness.signIn('early') };

async function saveNew(session: string, traveller: object = ada): Promise<string> {
  const id = randomUUID();
  expect((await save(id, traveller, session)).status).toBe(200);
  return id;
}

describe('without a session', () => {
  it('[ACCESS-01] lists, saves and deletes nothing', async () => {
    const answers = [await harness.get(path), await save(randomUUID(), ada), await remove(randomUUID())];
    expect(answers.map(({ body }) => body.error)).toEqual(Array(3).fill('NOT_AUTHENTICATED'));
  });
});

describe('the travellers of another user', () => {
  it('[ACCESS-01] are not listed, and answer as unknown ones', async () => {
    const [owner, other] = [await signIn(), await signIn()];
    const id = await saveNew(owner);
    expect(await list(other)).toEqual([]);
    const [foreign, unknown] = [await remove(id, other), await remove(randomUUID(), other)];
    expect([foreign.status, foreign.body]).toEqual([
      404,
      expect.objectContaining({ error: 'TRAVELLER_NOT_FOUND' }),
    ]);
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    const [overForeign, overUnknown] = [await save(id, bo, other), await save(randomUUID(), bo, other)];
    expect(overForeign.body).toEqual(overUnknown.body);
    expect(await list(owner)).toEqual([{ id, ...ada }]);
  });

  it('cannot be read by moving a row', async () => {
    const [owner, thief] = [await signIn(), await signIn()];
    const id = await saveNew(owner);
    const own = await saveNew(thief, bo);
    const { content } = (await readRows()).find((row) => row.id === id)!;
    await db.updateTable('saved_travellers').set({ content }).where('id', '=', own).execute();
    expect((await harness.get(path, thief)).status).toBe(500);
    await db.deleteFrom('saved_travellers').where('id', '=', own).execute();
  });
});

describe('a traveller', () => {
  it.each([
    ['a name that airlines refuse', { firstName: '山田' }, 'firstName'],
    ['an impossible birth date', { dateOfBirth: '2026-02-30' }, 'dateOfBirth'],
    ['a malformed passport number', { passportNumber: 'X 12345' }, 'passportNumber'],
    ['an unknown country', { passportIssuingCountry: 'GBR' }, 'passportIssuingCountry'],
  ])('with %s is refused', async (_, change, field) => {
    const session = await signIn();
    const { status, body } = await save(randomUUID(), { ...ada, ...change }, session);
    expect([status, body.fields.map(({ path }: { path: string }) => path)]).toEqual([400, [field]]);
    expect(await list(session)).toEqual([]);
  });

  it('has an id that is a UUID', async () => {
    const session = await signIn();
    expect((await save('1', ada, session)).status).toBe(400);
    expect((await remove('%00', session)).status).toBe(400);
  });

  it('is saved, replaced by its id and deleted, without contact data', async () => {
    const session = await signIn();
    const id = await saveNew(session, { ...ada, email: 'ada@example.com', phone: '+12125550142' });
    const second = await saveNew(session, bo);
    expect(await list(session)).toEqual([
      { id, ...ada },
      { id: second, ...bo },
    ]);
    expect((await save(id, { ...ada, lastName: 'King' }, session)).status).toBe(200);
    expect(await list(session)).toEqual([
      { id, ...ada, lastName: 'King' },
      { id: second, ...bo },
    ]);
    expect((await remove(id, session)).status).toBe(200);
    expect((await remove(id, session)).status).toBe(404);
    expect(await list(session)).toEqual([{ id: second, ...bo }]);
  });

  it('is sent with the instruction to cache nothing', async () => {
    const { headers } = await harness.get(path, await signIn());
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is deleted with the account', async () => {
    const username = `u${randomUUID().slice(0, 8)}`;
    const id = await saveNew(await harness.signIn(username));
    await db.deleteFrom('users').where('username', '=', username).execute();
    expect((await readRows()).map((row) => row.id)).not.toContain(id);
  });

  it('is there for the other parts of the service, decrypted', async () => {
    const username = `u${randomUUID().slice(0, 8)}`;
    const id = await saveNew(await harness.signIn(username));
    const user = await findByUsername(db, username);
    expect(await listTravellers(harness, user!.id)).toEqual([{ id, ...ada }]);
  });
});

describe('at rest', () => {
  it('nothing of a traveller is readable in any table, and equal ones differ', async () => {
    const session = await signIn();
    const unusual = { ...ada, firstName: 'Wilhelmina', lastName: 'Quackenbush' };
    await saveNew(session, unusual);
    await saveNew(session, unusual);
    const rows = await readAllTables(db);
    const text = rows
      .flatMap(({ row }) => Object.values(row))
      .flatMap((value) => [
        JSON.stringify(value),
        typeof value === 'string' ? Buffer.from(value, 'base64url').toString('latin1') : '',
      ])
      .join('\n');
    for (const datum of ['Wilhelmina', 'Quackenbush', '1990-12-10', 'X1234567', '2036-01-01'])
      expect(text).not.toContain(datum);
    const contents = (await readRows()).map(({ content }) => content);
    expect(new Set(contents).size).toBe(contents.length);
  });
});

describe('the limits of an account', () => {
  const { max, changes } = limits.savedTravellers;

  it('[LIMIT-06] hold when travellers are saved at the same time, and leave room for a change', async () => {
    const session = await signIn();
    const ids = Array.from({ length: max + 5 }, () => randomUUID());
    const answers = await Promise.all(ids.map((id) => save(id, ada, session)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      Array(5).fill([409, 'TRAVELLERS_FULL']),
    );
    const saved = await list(session);
    expect(saved).toHaveLength(20);
    expect((await save(saved[0].id, bo, session)).status).toBe(200);
    await remove(saved[1].id, session);
    expect((await save(randomUUID(), bo, session)).status).toBe(200);
  });

  it('[LIMIT-01] refuse changes beyond those of an hour, and no list', async () => {
    const session = await signIn();
    for (let count = 0; count < changes.max; count += 1) await remove(randomUUID(), session);
    const refused = await save(randomUUID(), ada, session);
    expect([refused.status, refused.body.error]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect((await harness.get(path, session)).status).toBe(200);
    expect((await save(randomUUID(), ada, await signIn())).status).toBe(200);
  });
});

// Last, with sessions from before: until they load the keys anew, services know none of a new secret.
const newSecret = `new-${sessionKeySecret}`;
const rotateTo = (secret: string, previousSecret?: string) =>
  rotateSessionKeys(db, secret, {
    reencrypt: (trx) => reencryptTravellers(trx, { previous: previousSecret, next: secret }),
  });

describe('a new secret', () => {
  afterEach(() => rotateTo(sessionKeySecret, newSecret));

  it('[ACCOUNT-07] keeps the travellers readable', async () => {
    const id = await saveNew(early.session);
    const user = await findByUsername(db, early.username);
    await rotateTo(newSecret, sessionKeySecret);
    const renewed = { db, config: { ...config, SESSION_KEY_SECRET: newSecret } };
    expect(await listTravellers(renewed, user!.id)).toEqual([{ id, ...ada }]);
    await expect(listTravellers(harness, user!.id)).rejects.toThrow(ConfigError);
    // A repeat finds them encrypted with it already.
    await rotateTo(newSecret);
    expect(await listTravellers(renewed, user!.id)).toEqual([{ id, ...ada }]);
  });

  it('[ACCOUNT-07] changes nothing without the one until now', async () => {
    await saveNew(early.session);
    const before = await readAllTables(db, ['session_keys', 'saved_travellers']);
    for (const previous of [undefined, `wrong-${sessionKeySecret}`])
      await expect(rotateTo(newSecret, previous)).rejects.toThrow(/set SESSION_KEY_SECRET_PREVIOUS/);
    expect(await readAllTables(db, ['session_keys', 'saved_travellers'])).toEqual(before);
  });

  it('[ACCOUNT-07] lets a replica with the former one store nothing that no later one could read', async () => {
    const before = await readRows();
    await rotateTo(newSecret, sessionKeySecret);
    expect((await save(randomUUID(), ada, early.session)).status).toBe(500);
    expect(await readRows()).toHaveLength(before.length);
  });
});
