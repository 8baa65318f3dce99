import { once } from 'node:events';
import type { Redis } from 'ioredis';

/** Waits a moment for the first connection, so that the first request finds it. */
export async function waitUntilReady(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return;
  await once(redis, 'ready', { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
}
