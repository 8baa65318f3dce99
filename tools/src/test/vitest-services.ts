import { join } from 'node:path';
import { dataFolder } from '../local/paths.ts';
import { ensureDatabase, preparePostgres } from '../local/postgres.ts';
import { prepareRedis, type RedisOptions } from '../local/redis.ts';
import { Supervisor } from '../local/supervisor.ts';
import { discard, throwawayFolder } from '../local/throwaway.ts';

/** A thirty-second of the cache that the product runs with. */
const smallCacheMemory = '8mb';

/**
 * Vitest's global setup: a PostgreSQL, a Redis and a small cache that evicts for this run alone, so that several runs can go
 * on at once. Tests find them in TEST_DATABASE_URL, TEST_REDIS_URL and TEST_SMALL_CACHE_URL. Where one is already set, it is
 * used.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = throwawayFolder(dataFolder());
  const supervisor = new Supervisor((line) => process.stderr.write(`${line}\n`));
  const stop = async () => {
    await supervisor.stop();
    discard(folder);
  };
  try {
    process.env.TEST_DATABASE_URL ||= await bringPostgres(supervisor, folder);
    process.env.TEST_REDIS_URL ||= await bringRedis(supervisor, folder, {
      name: 'redis',
      policy: 'noeviction',
    });
    process.env.TEST_SMALL_CACHE_URL ||= await bringRedis(supervisor, folder, {
      name: 'small-cache',
      policy: 'volatile-lru',
      maxMemory: smallCacheMemory,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  supervisor.settled();
  return stop;
}

async function bringPostgres(supervisor: Supervisor, folder: string): Promise<string> {
  const { url, program } = await preparePostgres({ folder: join(folder, 'postgres'), throwaway: true });
  await supervisor.start(program);
  await ensureDatabase(url);
  return url;
}

async function bringRedis(
  supervisor: Supervisor,
  folder: string,
  options: Pick<RedisOptions, 'name' | 'policy' | 'maxMemory'>,
): Promise<string> {
  const { url, program } = await prepareRedis({ ...options, folder: join(folder, options.name) });
  await supervisor.start(program);
  return url;
}
