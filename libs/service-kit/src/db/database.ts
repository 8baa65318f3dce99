import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

/** Reads bigint columns, such as money in minor units, as numbers, which are exact below 2^53. Decimal columns stay strings. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseOptions {
  url: string;
  /** The service's own schema. */
  schema: string;
  poolSize?: number;
}

/** Opens a connection pool for the service's own schema. A query fails with a timeout after 15 s. */
export function connectDatabase<Tables>({ url, schema, poolSize = 10 }: DatabaseOptions): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 3000,
    options: `-c search_path="${schema}" -c statement_timeout=15000`,
  });
  // Without these listeners a connection that is lost, idle or during a query, would end the process with an unhandled
  // 'error' event. The query itself is rejected in any case.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Runs a trivial query, for the readiness check. */
export async function pingDatabase<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`select 1`.execute(db);
}
