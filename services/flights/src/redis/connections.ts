import { connectRedis } from '@fareline/service-kit/redis';
import type { Redis } from 'ioredis';
import type { FlightsConfig } from '../config.ts';
import { waitUntilReady } from './wait-until-ready.ts';

export interface Connections {
  /** Searches, offers, seat maps: what can be fetched again. May evict. */
  cache: Redis;
  /** Locks, the provider's budget, visitors' own offers, jobs. Never evicts. */
  durable: Redis;
  /** Of the same server as `durable`, for messages. */
  subscriber: Redis;
}

/** A server that takes a connection and then says nothing is away: after this its connection is made anew, and until then all else fails at once. */
const socketTimeout = 2_000;

export function connect({ REDIS_URL, JOBS_REDIS_URL }: FlightsConfig): Connections {
  return {
    // Commands of one tick share a write: under load that is most of what Redis costs.
    cache: connectRedis(REDIS_URL, { enableAutoPipelining: true }),
    durable: connectRedis(JOBS_REDIS_URL, { enableAutoPipelining: true, socketTimeout }),
    subscriber: connectRedis(JOBS_REDIS_URL),
  };
}

/** Waits a moment for the first connections, so that the first request finds them. */
export const connected = ({ cache, durable }: Connections): Promise<unknown> =>
  Promise.all([cache, durable].map(waitUntilReady));

export function disconnect({ cache, durable, subscriber }: Connections): void {
  for (const redis of [cache, durable, subscriber]) redis.disconnect();
}
