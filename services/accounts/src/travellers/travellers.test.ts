import { randomUUID } from 'node:crypto';
import { createRowKeys, toKeysSchema } from '@fareline/service-kit/db/row-keys';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { readAllTables } from '../testing/read-all-tables.ts';
import { sessionCookie, startSharedHarness } from '../testing/harness.ts';
import { findByUsername, setRole } from '../users/user.repository.ts';
import { sealedTravellers } from './sealed-traveller.ts';
import { listTravellers } from './traveller.repository.ts';

const harness = await startSharedHarness();
const { db, config } = harness;
const rowKeys = createRowKeys(config, sealedTravellers, { db, log: harness.app.log });
afterAll(rowKeys.close);
const keyTable = sql.table(`${toKeysSchema(config.DATABASE_SCHEMA)}.row_keys`);

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
    expect(await listTravellers({ db, rowKeys }, user!.id)).toEqual([{ id, ...ada }]);
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

describe('[GUARD-14] the key of a traveller', () => {
  const readKeys = async (): Promise<string[]> =>
    (await sql<{ id: string }>`select id from ${keyTable}`.execute(db)).rows.map(({ id }) => id);
  const toKeyId = (content: string) => content.slice(0, 36);
  const readContent = async (id: string) => (await readRows()).find((row) => row.id === id)!.content;

  it('is destroyed with the traveller, and replaced with each change', async () => {
    const session = await signIn();
    const id = await saveNew(session);
    const first = await readContent(id);
    await save(id, bo, session);
    const second = await readContent(id);
    expect(await readKeys()).not.toContain(toKeyId(first));
    expect(await readKeys()).toContain(toKeyId(second));
    await remove(id, session);
    expect(await readKeys()).not.toContain(toKeyId(second));
  });

  it('is destroyed with the account, so that a dump of before opens with no secret of today', async () => {
    const username = `u${randomUUID().slice(0, 8)}`;
    const session = await harness.signIn(username);
    const id = await saveNew(session);
    const user = await findByUsername(db, username);
    const dumped = (await readRows()).find((row) => row.id === id)!;
    const { status } = await harness.post(
      '/api/auth/delete-account',
      { password: 'correct horse 7' },
      session,
    );
    expect(status).toBe(200);
    expect(await readKeys()).not.toContain(toKeyId(dumped.content));
    expect(await rowKeys.open([{ row: `${user!.id} ${id}`, sealed: dumped.content }])).toEqual([undefined]);
  });

  it('[GUARD-14] is destroyed with the account of a member of staff', async () => {
    const [session, boss] = [await signIn(), await signIn()];
    const id = await saveNew(session);
    const { user_id, content } = (await readRows()).find((row) => row.id === id)!;
    await setRole(db, user_id, 'is_support');
    const { id: bossId } = (await harness.get('/api/auth/user', boss)).body;
    await setRole(db, bossId, 'is_admin');
    expect((await harness.post(`/api/admin/staff/${user_id}/close`, {}, boss)).status).toBe(200);
    expect(await readKeys()).not.toContain(toKeyId(content));
  });

  it('[GUARD-14] is in a store that readiness names', async () => {
    expect((await harness.get('/health/ready')).body.checks).toEqual({ postgres: 'ok', keys: 'ok' });
  });

  it('is not left by a save that is refused', async () => {
    const session = await signIn();
    for (let count = 0; count < limits.savedTravellers.max; count += 1) await saveNew(session);
    const before = await readKeys();
    expect((await save(randomUUID(), ada, session)).status).toBe(409);
    expect(await readKeys()).toHaveLength(before.length);
  });

  it('that is missing counts as destroyed: the traveller is listed no more, and room for others', async () => {
    const session = await signIn();
    const [lost, kept] = [await saveNew(session), await saveNew(session, bo)];
    await sql`delete from ${keyTable} where id = ${toKeyId(await readContent(lost))}`.execute(db);
    expect(await list(session)).toEqual([{ id: kept, ...bo }]);
    for (let count = 1; count < limits.savedTravellers.max; count += 1) await saveNew(session);
    expect((await save(randomUUID(), ada, session)).body.error).toBe('TRAVELLERS_FULL');
    expect((await remove(lost, session)).status).toBe(200);
  });
});
