import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { watchOutage, type Outage } from '../outages.ts';

/** Reads bigint columns, such as money in minor units, as numbers, which are exact below 2^53. Decimal columns stay strings. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseOptions {
  url: string;
  schema: string;
  poolSize?: number;
  /**
   * Milliseconds after which a query without a response fails; 0: never, for migrations, which may wait for a lock. Longer than
   * PostgreSQL's own limit, so that it acts only when PostgreSQL or the network has stopped.
   */
  responseTimeoutMs?: number;
  /** Where it is said that PostgreSQL is lost and back. */
  log?: FastifyBaseLogger;
}

/**
 * Closes the connection when a query gets no response in time: the query fails with ETIMEDOUT, PostgreSQL rolls its transaction back,
 * and no later query reads its response. Whether a `commit` that failed so has happened is unknown, as after a lost connection.
 */
function limitResponseTime(
  client: pg.PoolClient & { connection?: pg.Connection },
  timeoutMs: number,
  outage: Outage | undefined,
): void {
  // The prototype's at each call, which tests replace to record queries of connections that are open already.
  const query = (...args: unknown[]) =>
    Reflect.apply(pg.Client.prototype.query, client, args) as Promise<unknown>;
  const limited = async (...args: unknown[]) => {
    const timer = setTimeout(() => {
      const error = new Error(`PostgreSQL did not respond within ${timeoutMs} ms`);
      outage?.lost(error);
      client.connection?.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    try {
      return await query(...args);
    } finally {
      clearTimeout(timer);
    }
  };
  client.query = limited as typeof client.query;
}

/** PostgreSQL starts or stops; see https://www.postgresql.org/docs/current/errcodes-appendix.html for `57P`. */
const restartCodes = new Set<string | undefined>(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03']);
const restartMs = 3_000;

/** The message of the pool when all of its connections are in use. */
const allInUse = 'timeout exceeded when trying to connect';

/** A connection of the pool. While PostgreSQL restarts it waits: nothing was sent yet, so that is safe for every query. */
async function connectPatiently(pool: pg.Pool, outage: Outage | undefined): Promise<pg.PoolClient> {
  const end = Date.now() + restartMs;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      const { code, message } = error as pg.DatabaseError;
      if (!restartCodes.has(code) || Date.now() > end) {
        if (message !== allInUse) outage?.lost(error as Error);
        throw error;
      }
      await delay(100);
    }
  }
}

/** Opens a connection pool for the service's own schema. PostgreSQL cancels a query after 15 s. */
export function connectDatabase<Tables>({
  url,
  schema,
  poolSize = 10,
  responseTimeoutMs = 20_000,
  log,
}: DatabaseOptions): Kysely<Tables> {
  const outage = log && watchOutage(log, 'postgres');
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 3000,
    options: `-c search_path="${schema}" -c statement_timeout=15000`,
  });
  // Without these listeners a connection that is lost, idle or during a query, would end the process with an unhandled
  // 'error' event. The query itself is rejected in any case.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    outage?.back();
    if (responseTimeoutMs > 0) limitResponseTime(client, responseTimeoutMs, outage);
  });
  const { options } = pool;
  const patient = { options, connect: () => connectPatiently(pool, outage), end: () => pool.end() };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: patient }) });
}

export async function pingDatabase<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`select 1`.execute(db);
}
