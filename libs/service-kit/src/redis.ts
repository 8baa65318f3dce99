import { Redis, type RedisOptions } from 'ioredis';

/**
 * A connection that reconnects by itself. Commands sent while Redis is away fail at once instead of piling up, so that a
 * request gets its sentence quickly.
 */
export function connectRedis(url: string, options: RedisOptions = {}): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 2000,
    commandTimeout: 2000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
    ...options,
  });
  redis.on('error', () => undefined);
  return redis;
}
