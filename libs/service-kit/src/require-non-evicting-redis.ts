import { Redis } from 'ioredis';
import { ConfigError } from './config.ts';
import { toNodeUrl } from './redis.ts';

const timeoutMs = 2000;

/**
 * Throws a ConfigError when the Redis for jobs and locks may evict them: when its maxmemory-policy evicts, or when it is the
 * same server as the cache at `cacheUrl`, even if the two URLs differ. A cluster is asked by the node that its URL names. Resolves when
 * a Redis is unavailable or does not report these fields, so that a service starts without it.
 */
export async function requireNonEvictingRedis(jobsUrl: string, cacheUrl?: string): Promise<void> {
  const [jobs, cache] = await Promise.all([
    fetchServerInfo(jobsUrl),
    cacheUrl ? fetchServerInfo(cacheUrl) : undefined,
  ]);
  const policy = jobs?.maxmemory_policy;
  if (policy !== undefined && policy !== 'noeviction')
    throw new ConfigError(
      `JOBS_REDIS_URL names a Redis that evicts entries (maxmemory-policy ${policy}), which may be jobs or locks: set its ` +
        'maxmemory-policy to noeviction, or JOBS_REDIS_URL to another Redis.',
    );
  if (jobs?.run_id !== undefined && jobs.run_id === cache?.run_id)
    throw new ConfigError(
      'JOBS_REDIS_URL and REDIS_URL name the same Redis, where the cache may use up the memory for jobs and locks: set ' +
        'JOBS_REDIS_URL to another one.',
    );
}

/** The fields of the server's INFO response; undefined when it does not respond in time. */
async function fetchServerInfo(url: string): Promise<Record<string, string | undefined> | undefined> {
  const redis = new Redis(toNodeUrl(url), {
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    retryStrategy: () => null,
    enableReadyCheck: false,
  });
  redis.on('error', () => undefined);
  try {
    const info = await redis.info();
    return Object.fromEntries(info.split('\r\n').map((line) => line.split(':', 2)));
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}
