import { once } from 'node:events';
import type { Redis } from 'ioredis';

/** Waits for a connection for 2 seconds at most; does not fail without one. */
export async function waitUntilReady(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return;
  await once(redis, 'ready', { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
}
