import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration';
import { ConfigError } from '../config.ts';

/** Advisory lock key of this product's migrations; its scope is one database. */
const lockKey = sql.lit('fareline-migrations');

/**
 * How long a migration waits for the lock of a table or row. Shorter than the second after which PostgreSQL looks for deadlocks,
 * so that of a migration and a request that wait for each other the migration fails, and requests never wait for long.
 */
const lockTimeoutMs = 500;
const maxAttempts = 60;
/**
 * lock_not_available and deadlock_detected; and invalid_schema_name, because the library reads all schemas of the database, of which
 * another service's may be dropped meanwhile.
 */
const passingErrors = ['55P03', '40P01', '3F000'];

const mayPass = (error: { code?: unknown; message?: unknown }): boolean =>
  passingErrors.includes(String(error.code)) ||
  // undefined_table: one of a dropped schema; migrations name their own tables without a schema.
  (error.code === '42P01' && /^relation ".+\..+" does not exist$/.test(String(error.message)));

/**
 * Creates the schema if it does not exist and migrates it to the latest version; returns the names of the migrations that
 * ran. Names begin with a date, as in `20261120_0001_users`. Concurrent calls, on any schemas of one database, run one after
 * the other. With nothing to run no lock is taken, which is one of a session and would outlive it behind a pooler. Nothing runs on
 * the schema of a newer release: each release must work with the schema of the next one, during a rolling update and after a
 * rollback. Throws a ConfigError for a schema that other migrations made, and else the first error; the migrations of that call are then rolled back. While requests
 * of running replicas hold a lock that it needs, it is rolled back and repeated.
 */
export async function migrateToLatest<Tables>(
  db: Kysely<Tables>,
  schema: string,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const names = Object.keys(migrations).toSorted();
  if (startsWith(await listMigrationsRun(db, schema), names)) return [];
  return db.connection().execute(async (connection) => {
    // Waiting for the lock, or creating an index of a large table, may take longer than the query timeout of the service.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(hashtext(${lockKey}))`.execute(connection);
    try {
      // Not `if not exists`: the role of a service owns its schema and may create no other.
      if (!(await hasSchema(connection, schema)))
        await sql`create schema ${sql.id(schema)}`.execute(connection);
      const ran = await listMigrationsRun(connection, schema);
      if (startsWith(ran, names)) return [];
      if (!startsWith(names, ran))
        throw new ConfigError(
          `The data of ${schema} was stored by a commit before the first release and cannot be migrated: remove the data folder (.data/) and start again`,
        );
      return await runMigrations(connection, schema, migrations);
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${lockKey}))`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function hasSchema<Tables>(db: Kysely<Tables>, schema: string): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(db);
  return rows.length > 0;
}

async function listMigrationsRun<Tables>(db: Kysely<Tables>, schema: string): Promise<string[]> {
  const { rows: tables } = await sql`
    select from pg_tables where schemaname = ${schema} and tablename = ${DEFAULT_MIGRATION_TABLE}`.execute(
    db,
  );
  if (tables.length === 0) return [];
  const table = sql.id(schema, DEFAULT_MIGRATION_TABLE);
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

const startsWith = (all: readonly string[], first: readonly string[]): boolean =>
  first.every((name, index) => name === all[index]);

async function runMigrations<Tables>(
  db: Kysely<Tables>,
  schema: string,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
  });
  await sql`set lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(db);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const { error, results = [] } = await migrator.migrateToLatest();
      if (!error)
        return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
      if (!mayPass(error as object) || attempt === maxAttempts) throw error;
      // Random, so that it does not meet the same recurring job each time.
      await delay(lockTimeoutMs * (1 + Math.random()));
    }
  } finally {
    await sql`reset lock_timeout`.execute(db);
  }
}
