import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureRoles } from './database-roles.ts';
import { repoRoot } from './paths.ts';
import { ensureDatabase, preparePostgres } from './postgres.ts';
import { Supervisor } from './supervisor.ts';

const passwords = {
  accounts: 'pass’word of accounts',
  payments: 'p\'a"s\\s',
};
const supervisor = new Supervisor(() => undefined);
let folder = '';
let superuser = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'roles-'));
  chmodSync(folder, 0o755);
  const { url, program } = await preparePostgres({
    folder: join(folder, 'postgres'),
    password: 'of-the-superuser',
    isTemporary: true,
    logFile: join(folder, 'postgres.log'),
  });
  superuser = url;
  await supervisor.start(program);
  await ensureDatabase(url, 'fareline');
}, 60_000);
afterAll(async () => {
  await supervisor.stopAll();
  rmSync(folder, { recursive: true });
});

const as = (username: string, database = 'fareline') =>
  Object.assign(new URL(superuser), { username, password: 'secret', pathname: `/${database}` }).href;

/** The rows of some statements; rejects with the error of the first that fails. */
async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result = (await client.query(sql)) as pg.QueryResult | pg.QueryResult[];
    return Array.isArray(result) ? (result.at(-1)?.rows ?? []) : result.rows;
  } finally {
    await client.end();
  }
}

/** A managed server, whose administrator `operator` owns the database and is no superuser. */
beforeEach(async () => {
  const maintenance = Object.assign(new URL(superuser), { pathname: '/postgres' }).href;
  await query(maintenance, 'drop database if exists fareline with (force)');
  const services = ['accounts', 'payments', 'accounts_keys', 'payments_keys'];
  for (const role of [...services.map((name) => `fareline_${name}`), 'operator', 'other'])
    await query(maintenance, `drop role if exists ${role}`);
  await query(
    maintenance,
    `create role operator login createrole password 'secret'; create role other login password 'secret'`,
  );
  await query(maintenance, 'create database fareline owner operator');
});

it('[ACCESS-03] gives the services their roles on a server without superuser, as often as it is run', async () => {
  for (let run = 0; run < 2; run += 1) {
    const urls = await ensureRoles(as('operator'), passwords);
    await query(
      urls.accounts,
      `create table if not exists accounts.users (id int); alter table accounts.users add column run_${run} int`,
    );
    await query(urls.payments, `create table if not exists payments.bookings (id int)`);
    await expect(query(urls.payments, 'select from accounts.users')).rejects.toThrow(
      'permission denied for schema accounts',
    );
    for (const url of Object.values(urls)) {
      await expect(query(url, 'select from public.things')).rejects.toThrow('permission denied');
      await expect(query(url, 'create table public.things (id int)')).rejects.toThrow('permission denied');
      await expect(query(url, 'create temporary table things (id int)')).rejects.toThrow('permission denied');
      await expect(query(url, 'set role operator')).rejects.toThrow('permission denied');
    }
  }
});

it('gives a role its schema and query timeout without settings of the connection, as behind PgBouncer', async () => {
  const { payments } = await ensureRoles(as('operator'), passwords);
  expect(await query(payments, 'create table bookings (id int); select from payments.bookings')).toEqual([]);
  expect(await query(payments, 'show statement_timeout')).toEqual([{ statement_timeout: '15s' }]);
});

it('[ACCESS-03] leaves nobody else access to the database', async () => {
  await query(as('other'), 'select 1');
  await ensureRoles(as('operator'), passwords);
  await expect(query(as('other'), 'select 1')).rejects.toThrow('permission denied for database');
});

it('[ACCESS-03] takes rights from a role of a service that it must not have', async () => {
  await query(superuser, 'create role fareline_accounts superuser createdb createrole replication bypassrls');
  await ensureRoles(superuser, passwords);
  expect(
    await query(
      superuser,
      `select rolname from pg_roles
       where rolname like 'fareline%' and (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls)`,
    ),
  ).toEqual([]);
});

it('says who has to run it', async () => {
  await query(superuser, 'alter role other createrole; grant create, connect on database fareline to other');
  await expect(ensureRoles(as('other'), passwords)).rejects.toThrow(
    'Run this as the owner of the database fareline or as a superuser.',
  );
});

it('[ACCESS-03] shows no password in an error or in the log', async () => {
  await ensureRoles(superuser, passwords);
  await query(superuser, 'alter role operator nocreaterole');
  const error = (await ensureRoles(as('operator'), passwords).catch((e: unknown) => e)) as pg.DatabaseError;
  expect(error.message).toMatch(/permission denied|must have/);
  const shown = [
    error.message,
    ...Object.values(error),
    readFileSync(join(folder, 'postgres.log'), 'utf8'),
  ].join('\n');
  expect(shown).toContain('inline_code_block');
  for (const part of ['word of accounts', 'p\'a"s', "p''a\"s"]) expect(shown).not.toContain(part);
});

it('[GUARD-14] gives the keys roles of their own, which no other role can become or read', async () => {
  const { accounts } = await ensureRoles(as('operator'), passwords);
  const keys = { accounts_keys: 'of keys', payments_keys: 'of others' };
  const { accounts_keys: own, payments_keys: other } = await ensureRoles(as('operator'), keys);
  await query(own, 'create table accounts_keys.row_keys (id int)');
  for (const url of [accounts, other]) {
    await expect(query(url, 'select from accounts_keys.row_keys')).rejects.toThrow('permission denied');
    await expect(query(url, 'set role fareline_accounts_keys')).rejects.toThrow('permission denied');
  }
});

it('[ACCESS-03] roles.sh gives psql no password in its arguments, and takes none', () => {
  const script = join(repoRoot, 'deploy/postgres/roles.sh');
  const psql = join(folder, 'psql');
  writeFileSync(psql, '#!/bin/sh\necho "$PGUSER@$PGHOST/$PGDATABASE $*"\ncat\n', { mode: 0o755 });
  const env = {
    PATH: [folder, process.env.PATH].join(delimiter),
    ACCOUNTS_DATABASE_PASSWORD: 'secret-of-accounts',
    PAYMENTS_DATABASE_PASSWORD: 'secret-of-payments',
    ACCOUNTS_KEYS_PASSWORD: 'secret-of-keys',
    PAYMENTS_KEYS_PASSWORD: 'secret-of-other-keys',
    PGHOST: 'db.example',
  };
  const output = execFileSync(script, { env, encoding: 'utf8' });
  expect(output).toMatch(/^postgres@db\.example\/fareline --quiet --no-psqlrc/);
  expect(output).toContain('\\getenv password ACCOUNTS_DATABASE_PASSWORD');
  expect(output).toMatch(/^postgres@db\.example\/fareline_keys --quiet --no-psqlrc/m);
  expect(output).toContain('\\getenv password PAYMENTS_KEYS_PASSWORD');
  expect(output.split('do $$')).toHaveLength(3);
  expect(output).not.toContain('secret-of');
  const elsewhere = execFileSync(script, { env: { ...env, KEYS_PGHOST: 'keys.example' }, encoding: 'utf8' });
  expect(elsewhere).toMatch(/^postgres@keys\.example\/postgres .*\n[^@]*'fareline_keys'/m);
  expect(elsewhere).toMatch(/^postgres@keys\.example\/fareline_keys /m);
  const refused = spawnSync(script, ['postgres://postgres:secret@db.example/fareline'], { env });
  expect([refused.status, refused.stdout.toString()]).toEqual([2, '']);
  for (const name of ['PAYMENTS_DATABASE_PASSWORD', 'ACCOUNTS_KEYS_PASSWORD']) {
    const without = spawnSync(script, { env: { ...env, [name]: '' }, encoding: 'utf8' });
    expect([without.status, without.stderr]).toEqual([1, expect.stringContaining(name)]);
  }
});
