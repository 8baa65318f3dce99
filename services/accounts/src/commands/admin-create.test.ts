import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newPasswordSchema } from '@fareline/contracts/schemas';
import { migrateToLatest } from '@fareline/service-kit/db/migrate';
import { testDatabase } from '@fareline/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrations } from '../db/migrations/index.ts';
import type { Tables } from '../db/schema.ts';
import { setEmailVerified } from '../email-verification/set-email-verified.ts';
import { findTokenUser, insertMailedToken } from '../users/mailed-token.repository.ts';
import { insertSession } from '../sessions/session.repository.ts';
import { hashPassword, verifyPassword } from '../users/password.ts';
import { findByUsername, insertUser } from '../users/user.repository.ts';
import { createAdministrator, type NewAdministrator } from './create-administrator.ts';

const run = promisify(execFile);

// Starting several processes takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const database = testDatabase<Tables>('administrator');
beforeAll(() => migrateToLatest(database.db, database.schema, migrations));
afterEach(() => sql`delete from users`.execute(database.db));
afterAll(() => database.drop());

const localSite = { SITE_ORIGIN: ['http://localhost:3000'] };
const create = (username?: string, email?: string, options: Partial<NewAdministrator> = {}) =>
  createAdministrator(database.db, database.schema, { site: localSite, username, email, ...options });
const promote = (username?: string, email?: string) => create(username, email, { isPromoted: true });

async function isActive(session: string): Promise<boolean> {
  const { ended_at } = await database.db
    .selectFrom('sessions')
    .select('ended_at')
    .where('id', '=', session)
    .executeTakeFirstOrThrow();
  return ended_at === null;
}

/** Inserts a user with a session and a reset link. */
async function insertTestUser(username: string, email: string, isVerified = true) {
  const user = await insertUser(database.db, {
    username,
    email,
    firstName: null,
    lastName: null,
    passwordHash: 'x',
    linkOrigin: null,
  });
  if (typeof user === 'string') throw new Error(user);
  if (isVerified) await setEmailVerified(database.db, user.id, 'http://localhost:3000');
  const session = await insertSession(database.db, user.id, { authenticatedAt: null });
  const token = await insertMailedToken(database.db, 'password-reset', user.id);
  return {
    isAdmin: async () => (await findByUsername(database.db, username))?.is_admin,
    isSignedIn: async () => isActive(session),
    hasResetLink: async () => Boolean(await findTokenUser(database.db, 'password-reset', token)),
  };
}

describe('admin-create', () => {
  it('[ACCOUNT-04] creates an administrator with a new password, whose user name is folded', async () => {
    const line = await create('Boss', 'boss@corp.example');
    const [, password = ''] = /^Administrator: boss {2}Password: (\S+) {2}/.exec(line) ?? [];
    const user = await findByUsername(database.db, 'boss');
    expect(user).toMatchObject({ username: 'boss', email: 'boss@corp.example', is_admin: true });
    expect(await verifyPassword(user?.password_hash ?? '', password)).toBe(true);
  });

  it('[REVIEW-04] creates an account with the support role only, and refuses it together with --if-none', async () => {
    const line = await create('helpdesk', 'helpdesk@corp.example', { isSupport: true });
    expect(line).toMatch(/^Support: helpdesk {2}Password: \S+ {2}/);
    const user = await findByUsername(database.db, 'helpdesk');
    expect(user).toMatchObject({ is_admin: false, is_support: true });
    await expect(create(undefined, undefined, { isSupport: true, ifNone: true })).rejects.toThrow(
      '--if-none is for administrators',
    );
  });

  it('[ACCOUNT-04] refuses the name of an existing user with a hint at --promote, also with their email address', async () => {
    const stranger = await insertTestUser('operator1', 'operator1@fareline.example');
    for (const args of [
      ['operator1'],
      ['operator1', 'operator1@fareline.example'],
      ['Operator1', 'boss@corp.example'],
    ])
      await expect(create(...args)).rejects.toThrow(
        new RegExp(`The user name ${args[0]} is taken: .*--promote ${args[0]} and their email address`),
      );
    expect([await stranger.isAdmin(), await stranger.isSignedIn()]).toEqual([false, true]);
  });

  it('[ACCOUNT-04] refuses an email address that another account has', async () => {
    await create('first', 'first@corp.example');
    await expect(create('second', 'First@corp.example')).rejects.toThrow(
      'First@corp.example belongs to another account',
    );
  });

  it.each([
    [['boss@corp.example'], 'Username can contain Latin letters, digits'],
    [['b\u043ess'], 'Username can contain Latin letters, digits'],
    [['bo'], 'Username must be at least 3 characters'],
    [['boss', 'corp.example'], 'Please enter a valid email address'],
    [['boss', 'boss@corp.example\r\nBcc: x@evil.example'], 'Please enter a valid email address'],
  ])('[ACCOUNT-01] refuses %j', async (args, sentence) => {
    await expect(create(...args)).rejects.toThrow(
      `${JSON.stringify(args.at(-1))} cannot be used: ${sentence}`,
    );
    expect(await database.db.selectFrom('users').select('id').execute()).toEqual([]);
  });

  it('[ACCOUNT-04] creates one user for concurrent commands with the same name', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 3 }, () => create('boss', 'boss@corp.example')),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

describe('the link to a first second factor', () => {
  const createOn = async (site: NewAdministrator['site'], options: Partial<NewAdministrator> = {}) =>
    (await create('operator1', 'operator1@fareline.example', { ...options, site })).split('\n');
  const readToken = (line = '') =>
    /^Second factor: (\S*)\/login#set-up=([\w-]+) {2}\(once, within 24 hours\)$/.exec(line)?.slice(1);

  it('[GUARD-03] is not printed on a site of this machine, and not for who has a second factor', async () => {
    expect(await createOn(localSite)).toHaveLength(1);
    const { id: user_id } = (await findByUsername(database.db, 'operator1'))!;
    await setEmailVerified(database.db, user_id, 'http://localhost:3000');
    const factor = { id: randomUUID(), user_id, kind: 'totp' as const, name: 'Phone', secret: 'x' };
    await database.db.insertInto('factors').values(factor).execute();
    expect(
      await createOn({ SITE_ORIGIN: ['https://fares.example'] }, { isPromoted: true, isSupport: true }),
    ).toHaveLength(1);
  });

  it.each([
    ['https://fares.example', ['https://fares.example', 'http://localhost:3000']],
    ['', []],
  ])('[GUARD-03] leads to the first origin, %j of %j', async (origin, SITE_ORIGIN) => {
    for (const options of [{ isSupport: true }, { isPromoted: true }]) {
      const [first, second, ...others] = await createOn({ SITE_ORIGIN }, options);
      expect([first, others]).toEqual([expect.stringMatching(/ {2}Password: \S+ {2}\(/), []]);
      const [linkOrigin, token = ''] = readToken(second) ?? [];
      const { id } = (await findByUsername(database.db, 'operator1'))!;
      expect([linkOrigin, await findTokenUser(database.db, 'factor-set-up', token)]).toEqual([origin, id]);
      await setEmailVerified(database.db, id, 'http://localhost:3000');
    }
  });
});

describe('admin-create --promote', () => {
  it('[ACCOUNT-04, ACCOUNT-05] makes a user an administrator, records who did, and ends their sessions and reset links', async () => {
    const user = await insertTestUser('operator1', 'operator1@fareline.example');
    const bystander = await insertTestUser('someone', 'someone@fareline.example');
    const line = await promote('Operator1', 'Operator1@fareline.example');
    const [, password = ''] = /^Administrator: operator1 {2}Password: (\S+) {2}/.exec(line) ?? [];
    const { password_hash } = (await findByUsername(database.db, 'operator1')) ?? {};
    expect(await verifyPassword(password_hash ?? '', password)).toBe(true);
    const { details } = await database.db
      .selectFrom('audit_entries')
      .select('details')
      .where('action', '=', 'administrator_promoted')
      .executeTakeFirstOrThrow();
    expect(details).toEqual({ systemUser: userInfo().username });
    expect([await user.isAdmin(), await user.isSignedIn(), await user.hasResetLink()]).toEqual([
      true,
      false,
      false,
    ]);
    expect([await bystander.isAdmin(), await bystander.isSignedIn(), await bystander.hasResetLink()]).toEqual(
      [false, true, true],
    );
  });

  it('[ACCOUNT-04] [SETTINGS-06] leaves no short password of a registration to who gets a role, and gives one that a change would accept', async () => {
    const short = 'kX7#pQ';
    for (const isSupport of [false, true]) {
      const username = isSupport ? 'helper1' : 'operator1';
      await insertTestUser(username, `${username}@fareline.example`);
      await database.db
        .updateTable('users')
        .set({ password_hash: await hashPassword(short) })
        .where('username', '=', username)
        .execute();
      const line = await create(username, `${username}@fareline.example`, { isPromoted: true, isSupport });
      const [, password] = /Password: (\S+) {2}/.exec(line) ?? [];
      expect(newPasswordSchema.safeParse(password).success).toBe(true);
      const { password_hash } = (await findByUsername(database.db, username)) ?? {};
      expect(await verifyPassword(password_hash ?? '', short)).toBe(false);
      expect(await verifyPassword(password_hash ?? '', password ?? '')).toBe(true);
    }
  });

  it('[ACCOUNT-04] refuses a user whose email address is not confirmed, because a stranger may have registered it', async () => {
    const user = await insertTestUser('operator1', 'operator1@fareline.example', false);
    await expect(promote('operator1', 'operator1@fareline.example')).rejects.toThrow(
      'operator1 has not confirmed operator1@fareline.example',
    );
    expect([await user.isAdmin(), await user.isSignedIn()]).toEqual([false, true]);
  });

  it('[ACCOUNT-04] refuses another email address, a missing one and an unknown user', async () => {
    const user = await insertTestUser('operator1', 'operator1@fareline.example');
    for (const [args, sentence] of [
      [['operator1', 'boss@corp.example'], '"boss@corp.example" is not the email address of operator1'],
      [['operator1'], '--promote needs the user name and the email address'],
      [[], '--promote needs the user name and the email address'],
      [['operator2', 'operator1@fareline.example'], 'No user has the name "operator2"'],
    ] as const)
      await expect(promote(...args)).rejects.toThrow(sentence);
    expect([await user.isAdmin(), await user.isSignedIn()]).toEqual([false, true]);
  });
});

it.each([
  [['--if-nones'], "Unknown option '--if-nones'."],
  [['--admin', 'boss'], "Unknown option '--admin'."],
  [['boss', 'boss@corp.example', 'other'], "Unexpected argument 'other'."],
])('admin-create refuses %j with a sentence', async (args, sentence) => {
  await expect(
    run(process.execPath, [join(import.meta.dirname, 'admin-create.ts'), ...args]),
  ).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: `${sentence}\nSee --help.\n`,
  });
});

it('[REVIEW-04] admin-create --support and --promote give the role that they name', async () => {
  const env = { ...process.env, DATABASE_URL: database.url, DATABASE_SCHEMA: database.schema };
  const command = join(import.meta.dirname, 'admin-create.ts');
  const exec = (...args: string[]) => run(process.execPath, [command, ...args], { env });
  const { stdout } = await exec('--support', 'helpdesk', 'helpdesk@corp.example');
  expect(stdout).toMatch(/^Support: helpdesk {2}Password: \S+ {2}/);
  expect(await findByUsername(database.db, 'helpdesk')).toMatchObject({ is_admin: false, is_support: true });
  const user = await insertTestUser('operator1', 'operator1@fareline.example');
  await exec('--promote', 'operator1', 'operator1@fareline.example');
  expect(await user.isAdmin()).toBe(true);
});

it('[SECURITY-08] admin-create --if-none creates one administrator when it runs concurrently on an empty database', async () => {
  const empty = testDatabase<Tables>('administrator');
  const env = { ...process.env, DATABASE_URL: empty.url, DATABASE_SCHEMA: empty.schema };
  const command = [join(import.meta.dirname, 'admin-create.ts'), '--if-none'];
  const results = await Promise.all(Array.from({ length: 3 }, () => run(process.execPath, command, { env })));
  await empty.drop();
  const lines = results.map(({ stdout }) => stdout.trim());
  expect(lines.filter((line) => line.includes('Password:'))).toHaveLength(1);
  expect(lines.filter((line) => line === 'Administrator: admin')).toHaveLength(2);
});
