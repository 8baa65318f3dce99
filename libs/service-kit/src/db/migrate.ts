import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';

/** Of this product's migrations; a lock key holds within one database. */
const lockKey = sql.lit('fareline-migrations');

/**
 * Creates the schema and brings it up to date; returns the names of the migrations that ran. `migrations` are named by their
 * time, `20261120_0001_users`. Any number of processes may call it at once, on any schemas of one database: they take turns.
 * Throws the first error; no migration of that call has then run.
 */
export async function migrateToLatest<Tables>(
  db: Kysely<Tables>,
  schema: string,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // Waiting for the others, or an index of a large table, takes longer than a query of the running service may.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(hashtext(${lockKey}))`.execute(connection);
    try {
      // Not safe at once by itself: of two transactions that see no schema, one fails.
      await sql`create schema if not exists ${sql.id(schema)}`.execute(connection);
      return await runMigrations(connection, schema, migrations);
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${lockKey}))`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

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
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? [])
    .filter((result) => result.status === 'Success')
    .map((result) => result.migrationName);
}
