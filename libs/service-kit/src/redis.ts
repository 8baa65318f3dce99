import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** A connection to one server or to a cluster. */
export type RedisClient = Redis | Cluster;

/** The scheme of a cluster, whose nodes are found through the one that the URL names. */
const clusterScheme = /^(rediss?)\+cluster:/;

/** The URL as that of one server: for a cluster, of the node that it names. */
export const toNodeUrl = (url: string): string => url.replace(clusterScheme, '$1:');

/** Opens a connection that reconnects automatically, to a server or, by a URL with the scheme `redis+cluster` or `rediss+cluster`, to a cluster. */
export function openRedis(url: string, options: RedisOptions = {}): RedisClient {
  const redis = clusterScheme.test(url) ? openCluster(url, options) : new Redis(url, options);
  redis.on('error', () => undefined);
  return redis;
}

function openCluster(url: string, options: RedisOptions): Cluster {
  const { hostname, port, username, password, protocol } = new URL(url);
  const { enableOfflineQueue = true, retryStrategy, ...ofNodes } = options;
  return new Cluster([{ host: hostname, port: Number(port || 6379) }], {
    enableOfflineQueue,
    // After a failover ioredis fails a pipeline whose commands are redirected from different slots, and goes on with the old nodes.
    enableAutoPipelining: false,
    // With the default of 1 s a busy thread takes the answer of a node for missing.
    slotsRefreshTimeout: 2000,
    ...(retryStrategy ? { clusterRetryStrategy: (attempt: number) => retryStrategy(attempt) } : {}),
    redisOptions: {
      ...ofNodes,
      ...(username ? { username: decodeURIComponent(username) } : {}),
      ...(password ? { password: decodeURIComponent(password) } : {}),
      ...(protocol === 'rediss+cluster:' ? { tls: {} } : {}),
    },
  });
}

/**
 * Opens a connection that reconnects automatically. Commands fail immediately while Redis is unavailable instead of being
 * queued, so that requests get an error response quickly.
 */
export function connectRedis(url: string, options: RedisOptions = {}): RedisClient {
  return openRedis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 2000,
    commandTimeout: 2000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
    ...options,
  });
}
