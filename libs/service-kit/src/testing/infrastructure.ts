import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { sql, type Kysely } from 'kysely';
import { connectDatabase } from '../db/database.ts';

const requireEnv = (name: string): string => {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: run the tests with vitest at the root, which brings PostgreSQL and Redis.`,
    );
  return value;
};

/** The test run's PostgreSQL and Redis. */
export const testDatabaseUrl = () => requireEnv('TEST_DATABASE_URL');
export const testRedisUrl = () => requireEnv('TEST_REDIS_URL');

/** A cache of the product's policy with a thirty-second of its memory, for tests of what it evicts. */
export const testSmallCacheUrl = () => requireEnv('TEST_SMALL_CACHE_URL');

/** A name that no other suite has: schema, key prefix, queue prefix. */
export const uniqueName = (prefix: string): string => `${prefix}_${randomBytes(6).toString('hex')}`;

/** A schema of the suite's own; `drop` at its end. */
export function testDatabase<Tables>(prefix: string): {
  db: Kysely<Tables>;
  url: string;
  schema: string;
  drop(): Promise<void>;
} {
  const schema = uniqueName(prefix);
  const url = testDatabaseUrl();
  const db = connectDatabase<Tables>({ url, schema, poolSize: 5 });
  return {
    db,
    url,
    schema,
    async drop() {
      await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db);
      await db.destroy();
    },
  };
}

/** Asks again until `check` gives a value that is not undefined, or throws after `limitMs`. */
export async function eventually<T>(
  check: () => Promise<T | undefined> | T | undefined,
  timeoutMs = 10_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  let failure: unknown;
  while (Date.now() < end) {
    try {
      const value = await check();
      if (value !== undefined) return value;
    } catch (error) {
      failure = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`did not happen within ${timeoutMs} ms`, { cause: failure });
}

/** A port that no program listens on now, for a program that takes no port 0. */
export const findFreePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
