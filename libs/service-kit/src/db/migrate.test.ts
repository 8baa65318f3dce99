import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testDatabaseUrl, uniqueName } from '../testing/infrastructure.ts';
import { connectDatabase } from './database.ts';
import { migrateToLatest, runMigrateCommand } from './migrate.ts';

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

  it('rejects a schema where another migration ran instead of an expected one', async () => {
    const [first = '', second = ''] = Object.keys(migrations);
    const foreign = { [first]: migrations[first]!, '20261120_0003_foreign': migrations[second]! };
    await migrateToLatest(connect('accounts'), 'accounts', foreign);
    await expect(migrateToLatest(connect('accounts'), 'accounts', migrations)).rejects.toThrow(/corrupted/);
  });

  it('resets the query timeout of 15 s after the migrations have run', async () => {
    const timeouts: string[] = [];
    const recordTimeout = async (db: Kysely<unknown>) => {
      const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
      timeouts.push(rows[0]?.statement_timeout ?? '');
    };
    const db = connect('accounts');
    await migrateToLatest(db, 'accounts', { '20261120_0001_slow': { up: recordTimeout } });
    await recordTimeout(db);
    expect(timeouts).toEqual(['0', '15s']);
  });

  it('runs each migration once when 9 processes start concurrently on an empty database, in 24 of 24 rounds', async () => {
    const schemas = ['accounts', 'payments', 'third'];
    for (let round = 0; round < 24; round += 1) {
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

describe('runMigrateCommand', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = 0;
  });

  it('fails with a message about a missing setting', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await runMigrateCommand('accounts', migrations, {});
    expect(write).toHaveBeenCalledWith(expect.stringContaining('DATABASE_URL is missing'));
    expect(process.exitCode).toBe(1);
  });

  it.each([
    [
      'cannot be reached',
      () => 'postgres://127.0.0.1:1/none',
      'PostgreSQL cannot be reached: start it, or set DATABASE_URL',
    ],
    [
      'does not exist',
      () => testDatabaseUrl().replace(/\/[^/]*$/, '/none'),
      'The database of DATABASE_URL does not exist: create it',
    ],
  ])('fails with a sentence when the database %s', async (_case, getUrl, sentence) => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await runMigrateCommand('accounts', migrations, { DATABASE_URL: getUrl() });
    expect(write.mock.calls).toEqual([[expect.stringMatching(new RegExp(`^${sentence}[^\n]*\n$`))]]);
    expect(process.exitCode).toBe(1);
  });

  it('migrates the schema with the name of the service and prints what ran', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const env = { DATABASE_URL: testDatabaseUrl().replace(/\/[^/]*$/, `/${database}`) };
    await runMigrateCommand('accounts', migrations, env);
    await runMigrateCommand('accounts', migrations, env);
    expect(write.mock.calls.map(([line]) => line)).toEqual([
      'accounts: ran 20261120_0001_things, 20261120_0002_index\n',
      'accounts: nothing to migrate\n',
    ]);
    await sql`select id from accounts.things`.execute(connect('accounts'));
  });
});
