import { sql, type Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration';

/** Of this product's migrations; a lock key holds within one database. */
const lockKey = sql.lit('fareline-migrations');

/**
 * Creates the schema and brings it up to date; returns the names of the migrations that ran. `migrations` are named by their
 * time, `20261120_0001_users`. Any number of processes may call it at once, on any schemas of one database: they take turns.
 * Where a newer release has brought the schema further, nothing runs: one release has to work with the schema of the next,
 * for as long as both run beside each other and where one goes back. Throws the first error; no migration of that call has
 * then run.
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
      if (await isNewer(connection, schema, Object.keys(migrations))) return [];
      return await runMigrations(connection, schema, migrations);
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${lockKey}))`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

/** Whether all of `names` have run in the schema, and later ones after them. */
async function isNewer<Tables>(db: Kysely<Tables>, schema: string, names: string[]): Promise<boolean> {
  const table = sql.id(schema, DEFAULT_MIGRATION_TABLE);
  const { rows: found } = await sql<{ exists: boolean }>`
    select exists (
      select from pg_tables where schemaname = ${schema} and tablename = ${DEFAULT_MIGRATION_TABLE}
    )`.execute(db);
  if (!found[0]?.exists) return false;
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(db);
  const ran = rows.map(({ name }) => name);
  return ran.length > names.length && names.toSorted().every((name, index) => name === ran[index]);
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
