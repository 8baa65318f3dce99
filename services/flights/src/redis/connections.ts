import { once } from 'node:events';
import { watchOutage } from '@fareline/service-kit/outages';
import { connectRedis, type RedisClient } from '@fareline/service-kit/redis';
import type { FastifyBaseLogger } from 'fastify';
import type { FlightsConfig } from '../config.ts';

export interface Connections {
  /** Searches and their offers: data that can be fetched again. May evict keys. */
  cache: RedisClient;
  /** Locks, the provider budget, fresh and opened offers, seat maps, the price calendar, jobs. Never evicts keys. */
  durable: RedisClient;
  /** Pub/sub connection to the same server as `durable`. */
  subscriber: RedisClient;
}

/**
 * Reconnects after this time without a response; until the new connection is ready commands of `durable` fail immediately. Shorter than the time
 * limit of a command: the commands that wait for those that time out are sent then, and would wait as long again.
 */
const socketTimeout = 1_500;

const maxWaitMs = 2_000;

/** A Redis that is restarted, or replaced by its replica, is back within a second or two. */
const maxLossMs = 2_500;

/** The last retry within the time limit is the seventh. Commands that wait behind others may wait as long again. */
const queueing = { enableOfflineQueue: true, maxRetriesPerRequest: 7, commandTimeout: 3_000 };

export function openConnections({ REDIS_URL, JOBS_REDIS_URL }: FlightsConfig): Connections {
  return {
    // Commands of one tick share a write: writes are most of the cost of Redis under load.
    cache: rideOut(connectRedis(REDIS_URL, { enableAutoPipelining: true, socketTimeout, ...queueing })),
    durable: connectRedis(JOBS_REDIS_URL, { enableAutoPipelining: true, socketTimeout }),
    subscriber: connectRedis(JOBS_REDIS_URL),
  };
}

/** Lets commands wait for a lost connection only at first: what comes in a longer outage fails at once, so that no requests pile up. */
function rideOut(redis: RedisClient): RedisClient {
  let timer: NodeJS.Timeout | undefined;
  redis.on('close', () => {
    timer ??= setTimeout(() => (redis.options.enableOfflineQueue = false), maxLossMs).unref();
  });
  redis.on('ready', () => {
    clearTimeout(timer);
    timer = undefined;
    redis.options.enableOfflineQueue = true;
  });
  return redis;
}

/** Logs once when a Redis becomes unavailable or refuses the password, and once when it is available again. */
export function logOutages({ cache, durable }: Connections, log: FastifyBaseLogger): void {
  for (const [redis, what] of [[cache, 'redis-cache'] as const, [durable, 'redis-jobs'] as const]) {
    const outage = watchOutage(log, what);
    redis.on('error', outage.lost);
    redis.on('ready', outage.back);
  }
}

/** Waits briefly until the connections are ready, so that the first request does not fail; does not fail without one. */
export const waitForConnections = ({ cache, durable }: Connections): Promise<unknown> =>
  Promise.all([cache, durable].map(waitUntilReady));

async function waitUntilReady(redis: RedisClient): Promise<void> {
  if (redis.status === 'ready') return;
  await once(redis, 'ready', { signal: AbortSignal.timeout(maxWaitMs) }).catch(() => undefined);
}

export function closeConnections({ cache, durable, subscriber }: Connections): void {
  for (const redis of [cache, durable, subscriber]) redis.disconnect();
}
