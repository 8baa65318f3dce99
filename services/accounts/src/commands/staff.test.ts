import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { createRowKeys, migrateRowKeys, toKeysSchema } from '@fareline/service-kit/db/row-keys';
import { createLogger } from '@fareline/service-kit/logging';
import { eventually, testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import { replaceCodes } from '../factors/recovery-codes.ts';
import { insertSession } from '../sessions/session.repository.ts';
import { closeAccount, takeRoleAway } from '../staff/take-role-away.ts';
import { sealedTravellers } from '../travellers/sealed-traveller.ts';
import { readAllTables } from '../testing/read-all-tables.ts';
import { findTokenUser, insertMailedToken } from '../users/mailed-token.repository.ts';
import { findByUsername, insertUser } from '../users/user.repository.ts';

const run = promisify(execFile);

// Starting several processes takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const database = testDatabase<Tables>('staff');
const { db } = database;
beforeAll(() => migrateToLatest(db, database.schema, migrations));
afterEach(() => sql`delete from users; delete from outbox`.execute(db));
afterAll(() => database.drop());

/** Runs the command; what it prints, or its error and exit status. */
async function staff(args: string[], env: Record<string, string> = {}) {
  const options = {
    env: { ...process.env, DATABASE_URL: database.url, DATABASE_SCHEMA: database.schema, ...env },
  };
  return run(process.execPath, [join(import.meta.dirname, 'staff.ts'), ...args], options).then(
    ({ stdout }) => stdout,
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
}

type Role = { isAdmin?: boolean; isSupport?: boolean };
/** Inserts a user who is signed in, with a passkey, recovery codes and a set-up link. */
async function insertTestUser(username: string, role: Role = {}) {
  const user = await insertUser(db, {
    ...{ username, email: `${username}@fareline.example`, passwordHash: 'x', ...role },
    ...{ firstName: null, lastName: null, linkOrigin: null },
  });
  if (typeof user === 'string') throw new Error(user);
  const { id: user_id } = user;
  await insertSession(db, user_id, { authenticatedAt: null, factorAt: new Date() });
  const passkey = { credential_id: randomUUID(), public_key: 'x' };
  await db
    .insertInto('factors')
    .values({ id: randomUUID(), user_id, kind: 'passkey', name: 'Key', ...passkey })
    .execute();
  await replaceCodes(db, user_id);
  await insertMailedToken(db, 'factor-set-up', user_id);
  return user_id;
}

/** What is left that lets a user in as staff. */
async function readRights(userId: string) {
  const { rows } = await sql`select is_admin or is_support as is_staff,
    (select count(*) from sessions where user_id = users.id and ended_at is null)::int as sessions,
    (select count(*) from factors where user_id = users.id)::int as factors,
    (select count(*) from recovery_codes where user_id = users.id)::int as codes,
    (select count(*) from mailed_tokens where user_id = users.id)::int as links
    from users where id = ${userId}`.execute(db);
  return rows[0];
}
const all = { is_staff: true, sessions: 1, factors: 1, codes: 10, links: 1 };
const none = { is_staff: false, sessions: 0, factors: 0, codes: 0, links: 0 };

const readOutbox = () => db.selectFrom('outbox').select(['kind', 'subject']).execute();
const readEntries = (subject: string) =>
  db
    .selectFrom('audit_entries')
    .select(['action', 'actor_kind', 'details'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

describe('a command about staff', () => {
  it.each([
    [['remove', 'ada'], "Unknown command 'remove'."],
    [[], "Unknown command ''."],
    [['revoke'], "'revoke' needs a user name."],
    [['list', 'ada'], "Unexpected argument 'ada'."],
    [['--all'], "Unknown option '--all'."],
  ])('[GUARD-07] refuses %j with a sentence', async (args, sentence) => {
    expect(await staff(args)).toEqual({ code: 2, stderr: `${sentence}\nSee --help.\n` });
  });

  it('[GUARD-07] refuses who does not exist, and who is no member of staff', async () => {
    const traveller = await insertTestUser('traveller');
    for (const verb of ['revoke', 'close', 'link']) {
      expect(await staff([verb, 'nobody'])).toEqual({ code: 1, stderr: 'No user has the name "nobody".\n' });
      expect(await staff([verb, 'traveller'])).toEqual({
        ...{ code: 1, stderr: 'traveller is not a member of staff.\n' },
      });
    }
    expect(await readRights(traveller)).toEqual({ ...all, is_staff: false });
    expect(await readOutbox()).toEqual([]);
  });

  it('[GUARD-07] takes no role from the last administrator', async () => {
    const last = await insertTestUser('last', { isAdmin: true });
    await insertTestUser('helper', { isSupport: true });
    for (const verb of ['revoke', 'close'])
      expect(await staff([verb, 'last'])).toEqual({
        ...{ code: 1, stderr: 'last is the last administrator: make another one first.\n' },
      });
    expect(await readRights(last)).toEqual(all);
  });

  it('[GUARD-07] leaves an administrator when the last two are removed at the same time', async () => {
    const one = await insertTestUser('one', { isAdmin: true });
    const two = await insertTestUser('two', { isAdmin: true });
    const by = { actor: 'operator' } as const;
    const removals = await db.transaction().execute(async (trx) => {
      // Both stop before they are committed: at the entry, or at each other.
      await sql`lock table audit_entries in exclusive mode`.execute(trx);
      const { pid } = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)).rows[0]!;
      const both = Promise.allSettled([takeRoleAway(db, one, by), closeAccount(db, two, by)]);
      await eventually(async () => {
        const { rows } = await sql<{ waiting: number }>`
          with first as (select pid from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid)))
          select count(*)::int as waiting from pg_stat_activity
          where pg_blocking_pids(pid) && array(select pid from first union select ${pid}::int)`.execute(db);
        return rows[0]?.waiting === 2 || undefined;
      });
      return { both };
    });
    const results = await removals.both;
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await db.selectFrom('users').select('id').where('is_admin', '=', true).execute()).toHaveLength(1);
  });

  it('[GUARD-07] takes a role away with all that it opens, gives cases back, and touches nobody else', async () => {
    const leaver = await insertTestUser('leaver', { isAdmin: true, isSupport: true });
    const helper = await insertTestUser('helper', { isSupport: true });
    const boss = await insertTestUser('boss', { isAdmin: true });
    expect(await staff(['revoke', 'Leaver'])).toBe(
      'leaver is not a member of staff any more, and signed out everywhere.\n',
    );
    expect(await readRights(leaver)).toEqual(none);
    for (const other of [helper, boss]) expect(await readRights(other)).toEqual(all);
    expect(await readOutbox()).toEqual([{ kind: 'give-cases-back', subject: leaver }]);
    expect(await readEntries('leaver')).toEqual([
      {
        ...{ action: 'role_taken_away', actor_kind: 'operator' },
        details: { role: 'administrator', systemUser: expect.any(String) },
      },
    ]);
  });

  it('[GUARD-07, POLICY-09] closes an account, of which only the audit trail is left', async () => {
    await insertTestUser('boss', { isAdmin: true });
    const closed = await insertTestUser('closed1', { isSupport: true });
    expect(await staff(['close', 'closed1'])).toBe('The account closed1 is closed.\n');
    expect(await findByUsername(db, 'closed1')).toBeUndefined();
    const tables = (await readAllTables(db))
      .filter(({ row }) => JSON.stringify(row).includes('closed1') || JSON.stringify(row).includes(closed))
      .map(({ table }) => table);
    expect([...new Set(tables)].sort()).toEqual(['audit_entries', 'outbox']);
    expect(await readEntries('closed1')).toMatchObject([
      { action: 'role_taken_away', details: { role: 'support' } },
      { action: 'account_closed' },
    ]);
    expect(await readOutbox()).toEqual([{ kind: 'give-cases-back', subject: closed }]);
  });

  it('[GUARD-14] destroys the keys of an account that it closes, where it is told of their store', async () => {
    const keysConfig = {
      ...{ NODE_ENV: 'test', DATABASE_SCHEMA: database.schema, KEYS_DATABASE_URL: database.url },
    };
    await migrateRowKeys(keysConfig);
    const log = createLogger('test', { LOG_LEVEL: 'warn', COMMIT: undefined });
    const rowKeys = createRowKeys(keysConfig, sealedTravellers, { db, log });
    await insertTestUser('boss', { isAdmin: true });
    const user_id = await insertTestUser('closed2', { isSupport: true });
    const id = randomUUID();
    const row = `${user_id} ${id}`;
    const content = await rowKeys.seal(row, 'Ada');
    await db.insertInto('saved_travellers').values({ id, user_id, content }).execute();
    const other = await rowKeys.seal(row, 'Bo');
    const env = { KEYS_DATABASE_URL: database.url };
    expect(await staff(['close', 'closed2'], env)).toBe('The account closed2 is closed.\n');
    const opened = await rowKeys.open([content, other].map((sealed) => ({ row, sealed })));
    expect(opened).toEqual([undefined, 'Bo']);
    await rowKeys.close();
    await sql`drop schema ${sql.id(toKeysSchema(database.schema))} cascade`.execute(db);
  });

  it.each([
    ['https://fares.example', { SITE_ORIGIN: 'https://fares.example,http://localhost:3000' }],
    ['', { SITE_ORIGIN: '' }],
  ])('[GUARD-07, GUARD-09] makes a link in place of lost factors, %j with %j', async (origin, env) => {
    const boss = await insertTestUser('boss', { isAdmin: true });
    const line = String(await staff(['link', 'boss'], env));
    const [, linkOrigin, token = ''] =
      /^Second factor: (\S*)\/login#set-up=([\w-]+) {2}\(once, within 24 hours\)\n$/.exec(line) ?? [];
    expect(linkOrigin).toBe(origin);
    expect(await findTokenUser(db, 'factor-set-up', token)).toBe(boss);
    expect(await readRights(boss)).toEqual({ ...none, is_staff: true, links: 1 });
    expect(await readOutbox()).toEqual([{ kind: 'staff-security', subject: boss }]);
    expect((await readEntries('boss')).at(-1)).toMatchObject({ action: 'factors_reset' });
  });

  it('[GUARD-07] lists who has a role, with second factors, sessions and their last use', async () => {
    const boss = await insertTestUser('boss', { isAdmin: true });
    const helper = await insertTestUser('helper', { isSupport: true });
    await insertTestUser('traveller');
    await insertSession(db, boss, { authenticatedAt: null, factorAt: new Date() });
    await db.deleteFrom('factors').where('user_id', '=', helper).execute();
    await db.updateTable('sessions').set({ ended_at: new Date() }).where('user_id', '=', helper).execute();
    expect(String(await staff(['list'])).split('\n')).toEqual([
      expect.stringMatching(
        /^boss {2}boss@fareline\.example {2}administrator {2}Second factors: passkey {2}Sessions: 2, last used \d{4}-\S+Z$/,
      ),
      'helper  helper@fareline.example  support  Second factors: none  Sessions: 0',
      '',
    ]);
  });
});
