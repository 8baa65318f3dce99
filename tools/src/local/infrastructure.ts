import { join } from 'node:path';
import type { Deps } from './deps.ts';
import { ensureDatabase, preparePostgres } from './postgres.ts';
import { prepareRedis, type RedisOptions } from './redis.ts';

export interface Infrastructure {
  databaseUrl: string;
  /** May evict keys that have a TTL. */
  cacheUrl: string;
  /** Never evicts: holds queues and locks. */
  jobsUrl: string;
}

/**
 * Starts PostgreSQL and two Redis servers, except those named by DATABASE_URL, REDIS_URL or JOBS_REDIS_URL. Queues and locks
 * never use the cache of REDIS_URL, because it may evict them.
 */
export async function startInfrastructure(deps: Deps, isTemporary: boolean): Promise<Infrastructure> {
  const [databaseUrl, cacheUrl, jobsUrl] = await Promise.all([
    startPostgres(deps, isTemporary),
    deps.env.REDIS_URL ||
      startRedis(deps, { name: 'redis-cache', policy: 'volatile-lru', maxMemory: '256mb' }),
    deps.env.JOBS_REDIS_URL || startRedis(deps, { name: 'redis-jobs', policy: 'noeviction' }),
  ]);
  return { databaseUrl, cacheUrl, jobsUrl };
}

async function startPostgres(deps: Deps, isTemporary: boolean): Promise<string> {
  if (deps.env.DATABASE_URL) return deps.env.DATABASE_URL;
  const { url, program } = await preparePostgres({
    folder: join(deps.dataDir, 'postgres'),
    isTemporary,
    logFile: join(deps.logsDir, 'postgres.log'),
    env: deps.env,
  });
  await deps.supervisor.start(program);
  await ensureDatabase(url);
  return url;
}

async function startRedis(deps: Deps, options: Pick<RedisOptions, 'name' | 'policy' | 'maxMemory'>) {
  const { url, program } = await prepareRedis({
    ...options,
    folder: join(deps.dataDir, 'redis'),
    logFile: join(deps.logsDir, `${options.name}.log`),
    env: deps.env,
  });
  await deps.supervisor.start(program);
  return url;
}
