import { randomUUID } from 'node:crypto';
import { createDeps } from '../local/deps.ts';
import { startPostgres, startRedis } from '../local/infrastructure.ts';
import { getDataFolder } from '../local/paths.ts';
import { printError } from '../local/processes.ts';
import { cacheSettings } from '../local/redis.ts';
import { Supervisor } from '../local/supervisor.ts';
import { removeTestData, createTestDataFolder } from '../local/testing/test-data-folder.ts';

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
  const deps = createDeps(folder, supervisor, process.env);
  const stop = async () => {
    await supervisor.stopAll();
    removeTestData(folder);
  };
  try {
    process.env.TEST_DATABASE_URL ||= await startPostgres(deps, randomUUID(), true);
    process.env.TEST_REDIS_URL ||= await startRedis(deps, { name: 'redis', policy: 'noeviction' });
    process.env.TEST_SMALL_CACHE_URL ||= await startRedis(deps, {
      ...cacheSettings,
      name: 'small-cache',
      maxMemory: smallCacheMemory,
    });
    process.env.TEST_FULL_REDIS_URL ||= await startRedis(deps, { name: 'full-redis', policy: 'noeviction' });
  } catch (error) {
    await stop();
    throw error;
  }
  supervisor.markStarted();
  return stop;
}
