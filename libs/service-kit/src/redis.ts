import { Redis, type RedisOptions } from 'ioredis';

/**
 * Opens a connection that reconnects automatically. Commands fail immediately while Redis is unavailable instead of being
 * queued, so that requests get an error response quickly.
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
