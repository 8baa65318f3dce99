import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabaseUrl, uniqueName } from '@fareline/service-kit/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

const database = uniqueName('backup');
const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const backup = join(folder, 'stored');

async function execute(sql: string, pathname = `/${database}`): Promise<void> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(testDatabaseUrl()), { pathname }).href,
  });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await execute(`create database ${database}`, '/postgres');
  mkdirSync(backup);
  for (const schema of ['accounts', 'payments']) writeFileSync(join(backup, `${schema}.dump`), '');
});
afterAll(async () => {
  await execute(`drop database ${database} with (force)`, '/postgres');
  rmSync(folder, { recursive: true });
});

/** Runs it without PostgreSQL's tools. */
function run(tool: 'backup' | 'restore', path: string, env: Record<string, string> = {}) {
  const url = Object.assign(new URL(testDatabaseUrl()), { pathname: `/${database}` });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `${tool}.ts`), path],
    {
      env: { PATH: folder, ACCOUNTS_DATABASE_URL: url.href, PAYMENTS_DATABASE_URL: url.href, ...env },
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('');
  expect(stderr).not.toContain(url.password);
  expect(status).toBe(1);
  return stderr;
}

it('restore refuses a folder without a backup', () => {
  expect(run('restore', folder)).toBe(
    `${join(folder, 'payments.dump')} does not exist: name the folder of a backup.\n`,
  );
});

it('restore refuses a database without the schemas, and one with something in them', async () => {
  await execute('create schema payments');
  expect(run('restore', backup)).toBe(
    'The database has no schema accounts: run deploy/postgres/roles.sh on it first.\n',
  );
  await execute('create schema accounts; create table accounts.users (id int)');
  expect(run('restore', backup)).toMatch(/^The schema accounts is not empty: nothing was restored\./);
});

it('backup never writes over an earlier one', () => {
  expect(run('backup', backup)).toBe(`${backup} exists: name a new folder.\n`);
});

it('backup without pg_dump leaves nothing behind', () => {
  const path = join(folder, 'new');
  expect(run('backup', path)).toMatch(/^pg_dump does not run: install PostgreSQL's client/);
  expect(existsSync(path)).toBe(false);
});

it.each(['backup', 'restore'] as const)('%s names a setting that is missing', (tool) => {
  const path = tool === 'backup' ? join(folder, 'new') : backup;
  expect(run(tool, path, { PAYMENTS_DATABASE_URL: '' })).toContain('  PAYMENTS_DATABASE_URL is missing: set');
});

it('restore says that a server is not reachable, without its password', () => {
  const url = 'postgres://payments:of-payments@127.0.0.1:1/none';
  const output = run('restore', backup, { PAYMENTS_DATABASE_URL: url });
  expect(output).toMatch(/^PostgreSQL cannot be reached/);
  expect(output).not.toContain('of-payments');
});
