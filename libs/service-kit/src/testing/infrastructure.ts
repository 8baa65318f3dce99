import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { connectDatabase } from '../db/database.ts';
import { toKeysSchema } from '../db/row-keys.ts';

const requireEnv = (name: string): string => {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: run the tests with vitest at the root, which brings PostgreSQL and Redis.`,
    );
  return value;
};

/** URLs of the PostgreSQL and Redis of the test run. */
export const testDatabaseUrl = () => requireEnv('TEST_DATABASE_URL');
export const testRedisUrl = () => requireEnv('TEST_REDIS_URL');

/** URL of a Redis with the eviction policy of the cache and 1/32 of its memory, for tests of evictions. */
export const testSmallCacheUrl = () => requireEnv('TEST_SMALL_CACHE_URL');

/** URL of a Redis with `noeviction` for the one test that makes it refuse writes. */
export const testFullRedisUrl = () => requireEnv('TEST_FULL_REDIS_URL');

/** A unique name for a schema, key prefix or queue prefix, so that suites do not affect each other. */
export const uniqueName = (prefix: string): string => `${prefix}_${randomBytes(6).toString('hex')}`;

/** Creates a connection to a separate schema for a suite; call `drop` at its end. */
export function testDatabase<Tables>(prefix: string): {
  db: Kysely<Tables>;
  url: string;
  schema: string;
  drop(): Promise<void>;
} {
  const schema = uniqueName(prefix);
  const url = testDatabaseUrl();
  // Other suites may hold the lock of migrations for long.
  const db = connectDatabase<Tables>({ url, schema, poolSize: 5, responseTimeoutMs: 0 });
  return {
    db,
    url,
    schema,
    async drop() {
      await db.connection().execute(async (connection) => {
        // Not while another suite migrates: that lists all schemas of the database, and fails when one is gone meanwhile.
        await sql`set statement_timeout = 0`.execute(connection);
        await sql`select pg_advisory_lock(hashtext('fareline-migrations'))`.execute(connection);
        for (const name of [schema, toKeysSchema(schema)])
          await sql`drop schema if exists ${sql.id(name)} cascade`.execute(connection);
      });
      // Releases the lock with the connection.
      await db.destroy();
    },
  };
}

/** Repeats `check`, at first after 25 ms and then less often, until it returns a value that is not undefined; throws after `timeoutMs`. */
export async function eventually<T>(
  check: () => Promise<T | undefined> | T | undefined,
  timeoutMs = 60_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  let failure: unknown;
  for (let waitMs = 25; Date.now() < end; waitMs = Math.min(waitMs * 1.5, 150)) {
    try {
      const value = await check();
      if (value !== undefined) return value;
    } catch (error) {
      failure = error;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  throw new Error(`did not happen within ${timeoutMs} ms`, { cause: failure });
}
