import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../local/paths.ts';
import { startPostgres } from '../local/postgres.ts';
import { startRedis } from '../local/redis.ts';

/**
 * Vitest's global setup: a PostgreSQL and a Redis for this run alone, so that several runs can go on at once.
 * Tests find them in TEST_DATABASE_URL and TEST_REDIS_URL. Where either is already set, that one is used.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const base = join(dataFolder(), 'test');
  removeLeftovers(base);
  const folder = join(base, `run-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    throwaway: true,
    env: { ...process.env, DATABASE_URL: process.env.TEST_DATABASE_URL },
  });
  const redis = await startRedis({
    name: 'redis',
    folder: join(folder, 'redis'),
    policy: 'noeviction',
    env: { ...process.env, REDIS_URL: process.env.TEST_REDIS_URL },
  }).catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_REDIS_URL = redis.url;
  return async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A run that was killed could not tidy up after itself. */
function removeLeftovers(base: string): void {
  if (!existsSync(base)) return;
  for (const name of readdirSync(base)) {
    const pid = Number(/^run-(\d+)$/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(join(base, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
