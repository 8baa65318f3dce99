import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testDatabaseUrl, uniqueName } from '../testing/infrastructure.ts';
import { connectDatabase } from './database.ts';
import { runMigrateCommand } from './migrate-command.ts';

const migrations: Record<string, Migration> = {
  '20261120_0001_things': { up: async (db) => void (await sql`create table things (id int)`.execute(db)) },
  '20261120_0002_index': { up: async (db) => void (await sql`create index on things (id)`.execute(db)) },
};

const [main, keys] = [uniqueName('migrate'), uniqueName('migrate')];
const toUrl = (database: string) => testDatabaseUrl().replace(/\/[^/]*$/, `/${database}`);
const server = connectDatabase<unknown>({ url: testDatabaseUrl(), schema: 'public', poolSize: 1 });

beforeAll(async () => {
  for (const name of [main, keys]) await sql`create database ${sql.id(name)}`.execute(server);
});
afterAll(async () => {
  for (const name of [main, keys]) await sql`drop database ${sql.id(name)} with (force)`.execute(server);
  await server.destroy();
});
/** What the command prints with these databases. */
async function run(env: Record<string, string>, stream: 'stdout' | 'stderr'): Promise<unknown[]> {
  using write = vi.spyOn(process[stream], 'write').mockReturnValue(true);
  await runMigrateCommand('accounts', migrations, env);
  expect(process.exitCode ?? 0).toBe(stream === 'stderr' ? 1 : 0);
  process.exitCode = 0;
  return write.mock.calls.map(([line]) => line);
}

it('fails with a message about missing settings', async () => {
  const [message] = await run({}, 'stderr');
  expect(message).toContain('  DATABASE_URL is missing');
  expect(message).toContain('  KEYS_DATABASE_URL is missing');
});

it.each([
  ['cannot be reached', 'postgres://127.0.0.1:1/none', 'PostgreSQL cannot be reached: start it, or set'],
  ['does not exist', toUrl('none'), 'The database of'],
])('fails with a sentence that names the setting of a database that %s', async (_case, url, sentence) => {
  const given = { DATABASE_URL: toUrl(main), KEYS_DATABASE_URL: toUrl(keys) };
  for (const name of ['DATABASE_URL', 'KEYS_DATABASE_URL'])
    expect(await run({ ...given, [name]: url }, 'stderr')).toEqual([
      expect.stringMatching(new RegExp(`^${sentence} ${name}[^\n]*\n$`)),
    ]);
});

it('migrates the schema with the name of the service and that of its keys, and prints what ran', async () => {
  const env = { DATABASE_URL: toUrl(main), KEYS_DATABASE_URL: toUrl(keys) };
  const ran = [...(await run(env, 'stdout')), ...(await run(env, 'stdout'))];
  expect(ran.join('')).toMatch(/20261201_0001_row_keys\naccounts: nothing to migrate\n$/);
  const tables = async (url: string) => {
    const db = connectDatabase<unknown>({ url, schema: 'public', poolSize: 1 });
    const { rows } = await sql<{ name: string }>`
      select schemaname || '.' || tablename as name from pg_tables where schemaname like 'accounts%'`.execute(
      db,
    );
    await db.destroy();
    return rows.map(({ name }) => name);
  };
  expect(await tables(toUrl(main))).toContain('accounts.things');
  expect(await tables(toUrl(keys))).toContain('accounts_keys.row_keys');
});

it('[GUARD-14] refuses one database for both in production, whatever it is called', async () => {
  const other = toUrl(main).replace('127.0.0.1', 'localhost');
  expect(other).not.toBe(toUrl(main));
  const refused = await run({ DATABASE_URL: toUrl(main), KEYS_DATABASE_URL: other }, 'stderr');
  const db = connectDatabase<unknown>({ url: other, schema: 'public', poolSize: 1 });
  const { rows } = await sql`select from pg_namespace where nspname = 'accounts_keys'`.execute(db);
  await db.destroy();
  expect(rows).toEqual([]);
  expect(refused).toEqual([expect.stringMatching(/^KEYS_DATABASE_URL is the database of DATABASE_URL/)]);
  const env = { NODE_ENV: 'development', DATABASE_URL: toUrl(main), KEYS_DATABASE_URL: other };
  expect(await run(env, 'stdout')).toHaveLength(1);
});
