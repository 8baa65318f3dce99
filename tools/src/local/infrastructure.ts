import { join } from 'node:path';
import type { Context } from './context.ts';
import { ensureDatabase, preparePostgres } from './postgres.ts';
import { prepareRedis, type RedisOptions } from './redis.ts';

export interface Infrastructure {
  databaseUrl: string;
  /** May drop what lies there to expire. */
  cacheUrl: string;
  /** Never drops anything: queues live here. */
  jobsUrl: string;
}

/**
 * Brings PostgreSQL and two Redis servers, except where DATABASE_URL, REDIS_URL or JOBS_REDIS_URL name some. Queues and locks
 * never go to the cache of REDIS_URL: it may drop them.
 */
export async function startInfrastructure(context: Context, throwaway: boolean): Promise<Infrastructure> {
  const [databaseUrl, cacheUrl, jobsUrl] = await Promise.all([
    bringPostgres(context, throwaway),
    // Only keys with a time to live are dropped: queue entries have none.
    context.env.REDIS_URL ||
      bringRedis(context, { name: 'redis-cache', policy: 'volatile-lru', maxMemory: '256mb' }),
    context.env.JOBS_REDIS_URL || bringRedis(context, { name: 'redis-jobs', policy: 'noeviction' }),
  ]);
  return { databaseUrl, cacheUrl, jobsUrl };
}

async function bringPostgres(context: Context, throwaway: boolean): Promise<string> {
  if (context.env.DATABASE_URL) return context.env.DATABASE_URL;
  const { url, program } = await preparePostgres({
    folder: join(context.dataDir, 'postgres'),
    throwaway,
    logFile: join(context.logsDir, 'postgres.log'),
    env: context.env,
  });
  await context.supervisor.start(program);
  await ensureDatabase(url);
  return url;
}

async function bringRedis(context: Context, options: Pick<RedisOptions, 'name' | 'policy' | 'maxMemory'>) {
  const { url, program } = await prepareRedis({
    ...options,
    folder: join(context.dataDir, 'redis'),
    logFile: join(context.logsDir, `${options.name}.log`),
    env: context.env,
  });
  await context.supervisor.start(program);
  return url;
}
