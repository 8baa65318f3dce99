import { retention } from '@fareline/contracts/retention';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../testing/infrastructure.ts';
import { createRowKeys, migrateRowKeys, toKeysSchema } from './row-keys.ts';

interface Tables {
  things: { id: string; secret: string | null };
}
const { db, url, schema, drop } = testDatabase<Tables>('row_keys');
const { log } = Fastify();
const config = { NODE_ENV: 'test', DATABASE_SCHEMA: schema, KEYS_DATABASE_URL: url };
const keys = createRowKeys(config, { table: 'things', column: 'secret' }, { db, log });
const unreachable = createRowKeys(
  { ...config, KEYS_DATABASE_URL: 'postgres://127.0.0.1:1/none' },
  { table: 'things', column: 'secret' },
  { db, log },
);
const withoutTable = createRowKeys(
  { ...config, DATABASE_SCHEMA: `${schema}_none` },
  { table: 'things', column: 'secret' },
  { db, log },
);
const table = sql.table(`${toKeysSchema(schema)}.row_keys`);

beforeAll(async () => {
  await sql`create schema ${sql.id(schema)}`.execute(db);
  await db.schema.createTable('things').addColumn('id', 'text').addColumn('secret', 'text').execute();
  await migrateRowKeys(config);
});
beforeEach(async () => {
  await sql`truncate things, ${table}`.execute(db);
});
afterAll(async () => {
  await keys.close();
  await unreachable.close();
  await withoutTable.close();
  await drop();
});

const open = async (sealed: string, row = 'one') => (await keys.open([{ row, sealed }]))[0];
const countKeys = async () => (await sql`select from ${table}`.execute(db)).rows.length;
const age = (minutes: number) =>
  sql`update ${table} set created_at = now() - ${minutes} * interval '1 minute'`.execute(db);

it('[GUARD-14] opens nothing whose key is destroyed, and in no row but its own', async () => {
  const [sealed, other] = [await keys.seal('one', 'Ada 1'), await keys.seal('two', 'Ada 1')];
  expect(sealed.slice(37)).not.toBe(other.slice(37));
  expect(Buffer.from(sealed.slice(37), 'base64url').toString('latin1')).not.toContain('Ada');
  expect(await open(sealed)).toBe('Ada 1');
  await expect(open(sealed, 'two')).rejects.toThrow('things.secret of two is of another row');
  await keys.destroy([sealed, null, undefined]);
  expect(
    await keys.open([
      { row: 'one', sealed },
      { row: 'two', sealed: other },
    ]),
  ).toEqual([undefined, 'Ada 1']);
  expect(await countKeys()).toBe(1);
});

it('[GUARD-06] the retention table names each table of the keys', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = ${toKeysSchema(schema)} and tablename not like 'kysely_migration%'`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(retention.keys));
});

it.each([
  ['that does not answer', unreachable],
  ['that has no table', withoutTable],
])('seals and opens nothing with a store %s, and says to try again', async (_, store) => {
  const unavailable = {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Passenger data cannot be encrypted or read right now. Please try again in a minute.',
  };
  await expect(store.seal('one', 'Ada 1')).rejects.toMatchObject(unavailable);
  const sealed = await keys.seal('one', 'Ada 1');
  await expect(store.open([{ row: 'one', sealed }])).rejects.toMatchObject(unavailable);
  await store.destroy([sealed]);
  expect(await open(sealed)).toBe('Ada 1');
  await expect(store.ping()).rejects.toThrow();
  await keys.ping();
});

it('destroys keys that no row uses, but not those whose row may come yet', async () => {
  const secret = await keys.seal('used', 'kept');
  await db.insertInto('things').values({ id: 'used', secret }).execute();
  const left: string[] = [];
  // As many at a time as the store has connections, so that none waits for one.
  while (left.length < 1_100)
    left.push(...(await Promise.all(Array.from({ length: 5 }, () => keys.seal('left', 'left')))));
  await age(4);
  await keys.destroyUnused();
  expect(await countKeys()).toBe(left.length + 1);
  await age(6);
  await keys.destroyUnused();
  expect(await countKeys()).toBe(1);
  expect(await open(secret, 'used')).toBe('kept');
});
