import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../config.ts';
import { eventually, testDatabaseUrl, uniqueName } from '../testing/infrastructure.ts';
import { connectDatabase } from './database.ts';
import { migrateToLatest } from './migrate.ts';

const migrations: Record<string, Migration> = {
  '20261120_0001_things': { up: async (db) => void (await sql`create table things (id int)`.execute(db)) },
  '20261120_0002_index': { up: async (db) => void (await sql`create index on things (id)`.execute(db)) },
};

let database: string;
let server: Kysely<unknown>;
let open: Kysely<unknown>[] = [];

/** A separate connection for each simulated process. */
function connect(schema: string): Kysely<unknown> {
  const url = testDatabaseUrl().replace(/\/[^/]*$/, `/${database}`);
  const db = connectDatabase<unknown>({ url, schema, poolSize: 1 });
  open.push(db);
  return db;
}

async function createDatabase(): Promise<void> {
  database = uniqueName('migrate');
  await sql`create database ${sql.id(database)}`.execute(server);
}

async function dropDatabase(): Promise<void> {
  await Promise.all(open.map((db) => db.destroy()));
  open = [];
  await sql`drop database if exists ${sql.id(database)} with (force)`.execute(server);
}

/** Waits until so many connections of the database wait for a lock. */
const waitForLockWaiters = (count: number) =>
  eventually(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from pg_locks join pg_database on pg_database.oid = database
      where not granted and datname = ${database}`.execute(server);
    return (rows[0]?.count ?? 0) >= count ? true : undefined;
  });

beforeEach(async () => {
  server = connectDatabase<unknown>({ url: testDatabaseUrl(), schema: 'public', poolSize: 1 });
  await createDatabase();
});
afterEach(async () => {
  await dropDatabase();
  await server.destroy();
});

describe('migrateToLatest', () => {
  it('throws the error of a failed migration, rolls the run back and releases the lock', async () => {
    const broken = {
      ...migrations,
      '20261120_0003_broken': {
        up: async (db: Kysely<unknown>) => void (await sql`select nope`.execute(db)),
      },
    };
    const db = connect('accounts');
    await expect(migrateToLatest(db, 'accounts', broken)).rejects.toThrow('column "nope" does not exist');
    expect(await migrateToLatest(connect('accounts'), 'accounts', migrations)).toEqual(
      Object.keys(migrations),
    );
  });

  it('runs no migration on the schema of a newer release', async () => {
    const newer = {
      ...migrations,
      '20261120_0003_more': {
        up: async (db: Kysely<unknown>) => void (await sql`create table more (id int)`.execute(db)),
      },
    };
    await migrateToLatest(connect('accounts'), 'accounts', newer);
    expect(await migrateToLatest(connect('accounts'), 'accounts', migrations)).toEqual([]);
    expect(await migrateToLatest(connect('accounts'), 'accounts', newer)).toEqual([]);
  });

  it.each([
    ['instead of the last', ['20261120_0001_things', '20261120_0003_foreign']],
    ['instead of the first', ['20261119_0001_foreign', '20261120_0002_index']],
    ['as well', ['20261119_0001_foreign', ...Object.keys(migrations)]],
  ])(
    'refuses a schema where another migration ran %s, says what to do and changes nothing',
    async (_, names) => {
      const create: Migration = {
        up: async (db) => void (await sql`create table if not exists foreigners ()`.execute(db)),
      };
      const foreign = Object.fromEntries(names.map((name) => [name, create]));
      await migrateToLatest(connect('accounts'), 'accounts', foreign);
      await expect(migrateToLatest(connect('accounts'), 'accounts', migrations)).rejects.toThrow(
        new ConfigError(
          'The data of accounts was stored by a commit before the first release and cannot be migrated: remove the data folder (.data/) and start again',
        ),
      );
      await expect(sql`select from things`.execute(connect('accounts'))).rejects.toThrow(
        'relation "things" does not exist',
      );
    },
  );

  describe('while transactions of running replicas use the tables', () => {
    const lockingMigrations: Record<string, Migration> = {
      ...migrations,
      '20261120_0003_columns': {
        up: async (db) => {
          await sql`alter table things add column first int`.execute(db);
          await sql`alter table others add column first int`.execute(db);
        },
      },
    };

    async function createTables(): Promise<Kysely<unknown>> {
      const db = connect('accounts');
      await migrateToLatest(db, 'accounts', migrations);
      await sql`create table others (id int)`.execute(db);
      return connect('accounts');
    }

    it.each([
      ['in the order of the migration', 'things', 'others'],
      ['in the opposite order', 'others', 'things'],
    ])('makes no transaction fail that locks them %s', async (_case, first, second) => {
      const db = await createTables();
      let ran: Promise<string[]> | undefined;
      await db.transaction().execute(async (trx) => {
        await sql`insert into ${sql.id(first)} (id) values (1)`.execute(trx);
        ran = migrateToLatest(connect('accounts'), 'accounts', lockingMigrations);
        await waitForLockWaiters(1);
        await sql`insert into ${sql.id(second)} (id) values (1)`.execute(trx);
      });
      expect(await ran).toEqual(['20261120_0003_columns']);
      const { rows } = await sql`select things.first from things join others using (id)`.execute(db);
      expect(rows).toEqual([{ first: null }]);
    });

    it('lets other requests continue while a long transaction holds a table', async () => {
      const db = await createTables();
      const request = connect('accounts');
      let ran: Promise<string[]> | undefined;
      await db.transaction().execute(async (trx) => {
        await sql`select from things`.execute(trx);
        ran = migrateToLatest(connect('accounts'), 'accounts', lockingMigrations);
        for (let count = 0; count < 3; count += 1) {
          await waitForLockWaiters(1);
          const start = Date.now();
          await sql`select from things`.execute(request);
          expect(Date.now() - start).toBeLessThan(1500);
        }
      });
      expect(await ran).toEqual(['20261120_0003_columns']);
    });

    it('fails with the error of any other kind at once', async () => {
      const db = await createTables();
      await sql`drop table others`.execute(db);
      await expect(migrateToLatest(db, 'accounts', lockingMigrations)).rejects.toThrow(
        'relation "others" does not exist',
      );
    });
  });

  it('outlives that schemas of others are dropped while the library reads them', async () => {
    const other = connect('other');
    const names = Array.from({ length: 60 }, (_, index) => `dropped_${index}`);
    for (const name of names) {
      await sql`create schema ${sql.id(name)}`.execute(other);
      for (const table of ['first', 'second', 'third'])
        await sql`create table ${sql.id(name, table)} (id serial, a text, b text, c text)`.execute(other);
    }
    let left = names.length;
    const dropAll = async () => {
      for (const name of names) {
        await sql`drop schema ${sql.id(name)} cascade`.execute(other);
        left -= 1;
      }
    };
    const migrateUntilDropped = async () => {
      for (let index = 0; left > 0; index += 1)
        expect(await migrateToLatest(connect(`own_${index}`), `own_${index}`, migrations)).toHaveLength(2);
    };
    await Promise.all([dropAll(), migrateUntilDropped()]);
  });

  it('with nothing to run waits for no lock', async () => {
    await migrateToLatest(connect('accounts'), 'accounts', migrations);
    await sql`select pg_advisory_lock(hashtext('fareline-migrations'))`.execute(connect('other'));
    expect(await migrateToLatest(connect('accounts'), 'accounts', migrations)).toEqual([]);
  });

  it('has no query timeout, a lock timeout, and resets both after the migrations have run', async () => {
    const timeouts: string[] = [];
    const recordTimeout = async (db: Kysely<unknown>) => {
      for (const name of ['statement_timeout', 'lock_timeout']) {
        const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(db);
        timeouts.push(rows[0]?.[name] ?? '');
      }
    };
    const db = connect('accounts');
    await migrateToLatest(db, 'accounts', { '20261120_0001_slow': { up: recordTimeout } });
    await recordTimeout(db);
    expect(timeouts).toEqual(['0', '500ms', '15s', '0']);
  });

  it('runs each migration once when 9 processes start concurrently on an empty database, in each of four rounds', async () => {
    const schemas = ['accounts', 'payments', 'third'];
    for (let round = 0; round < 4; round += 1) {
      const ran = await Promise.all(
        Array.from({ length: 9 }, (_, index) => {
          const schema = schemas[index % schemas.length]!;
          return migrateToLatest(connect(schema), schema, migrations);
        }),
      );
      expect(ran.flat().sort(), `round ${round}`).toEqual(
        Object.keys(migrations).flatMap((name) => schemas.map(() => name)),
      );
      await dropDatabase();
      await createDatabase();
    }
  }, 120_000);
});
