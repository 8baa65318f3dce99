import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { getDataFolder } from '../local/paths.ts';
import { printError } from '../local/processes.ts';
import { ensureDatabase, preparePostgres } from '../local/postgres.ts';
import { cacheSettings, prepareRedis, type RedisOptions } from '../local/redis.ts';
import { Supervisor } from '../local/supervisor.ts';
import { removeTestData, createTestDataFolder } from '../local/test-data-folder.ts';

/** A 32nd of the memory of the product's cache. */
const smallCacheMemory = '8mb';

/**
 * Vitest's global setup: starts PostgreSQL, Redis, a small evicting cache and a Redis whose memory a test may fill, for this run only, so
 * that several runs can be concurrent. Tests read their URLs from TEST_DATABASE_URL, TEST_REDIS_URL, TEST_SMALL_CACHE_URL and
 * TEST_FULL_REDIS_URL; a URL that is already set is used.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = createTestDataFolder(getDataFolder());
  const supervisor = new Supervisor(printError);
  const stop = async () => {
    await supervisor.stopAll();
    removeTestData(folder);
  };
  try {
    process.env.TEST_DATABASE_URL ||= await startPostgres(supervisor, folder);
    process.env.TEST_REDIS_URL ||= await startRedis(supervisor, folder, {
      name: 'redis',
      policy: 'noeviction',
    });
    process.env.TEST_SMALL_CACHE_URL ||= await startRedis(supervisor, folder, {
      name: 'small-cache',
      ...cacheSettings,
      maxMemory: smallCacheMemory,
    });
    process.env.TEST_FULL_REDIS_URL ||= await startRedis(supervisor, folder, {
      name: 'full-redis',
      policy: 'noeviction',
    });
  } catch (error) {
    await stop();
    throw error;
  }
  supervisor.markStarted();
  return stop;
}

async function startPostgres(supervisor: Supervisor, folder: string): Promise<string> {
  const { url, program } = await preparePostgres({
    folder: join(folder, 'postgres'),
    password: randomUUID(),
    isTemporary: true,
  });
  await supervisor.start(program);
  await ensureDatabase(url);
  return url;
}

async function startRedis(
  supervisor: Supervisor,
  folder: string,
  options: Omit<RedisOptions, 'folder'>,
): Promise<string> {
  const { url, program } = await prepareRedis({ ...options, folder: join(folder, options.name) });
  await supervisor.start(program);
  return url;
}
