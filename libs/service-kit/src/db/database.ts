import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

/** Decimal columns stay text; money is stored as bigint minor units and read as numbers, which hold them exactly below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseOptions {
  url: string;
  /** Each service has its own schema. */
  schema: string;
  poolSize?: number;
}

/** Connections to the service's own schema. Queries of more than 15 s are ended. */
export function connectDatabase<Tables>({ url, schema, poolSize = 10 }: DatabaseOptions): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 3000,
    options: `-c search_path="${schema}" -c statement_timeout=15000`,
  });
  // A connection that is lost while it is idle; and while a query runs, which fails by itself: nobody else listens then, and
  // the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** For the readiness check. */
export async function pingDatabase<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`select 1`.execute(db);
}
