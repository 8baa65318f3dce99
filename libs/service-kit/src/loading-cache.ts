import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { runWithoutDeadline } from './deadline.ts';

export interface LoadingCacheOptions<Value> {
  /** Limit of entries, beyond which the least recently used one is removed: keys may come from requests. */
  max: number;
  /** How long a value is used, in milliseconds: with 0 each call loads it, by default there is no limit. */
  ttlMs?: number;
  /** How long a call waits for a load when there is an expired value, in milliseconds; without a limit by default. */
  maxWaitMs?: number;
  /** Given the expired value, if there is one, which it may return when the load fails. */
  load(key: string, expired: Value | undefined): Promise<Value>;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

/**
 * Returns a function that loads the value of a key and caches it in memory. Concurrent calls with the same key share one
 * load, and a failed load is not cached. With `maxWaitMs` a load that hangs delays no call: the expired value is used after a short wait,
 * and at once by the calls after it, until the load has ended. With `refresh` it loads the value anew, and waits for it.
 */
export function createLoadingCache<Value extends object>({
  max,
  ttlMs,
  maxWaitMs,
  load,
  now = () => performance.now(),
}: LoadingCacheOptions<Value>): (key: string, options?: { refresh?: boolean }) => Promise<Value> {
  /** What each load in progress that has an expired value resolves to. */
  const waits = new Map<string, Promise<Value>>();
  const cache = new LRUCache<string, Value>({
    max,
    ttl: ttlMs ?? 0,
    ttlResolution: 0,
    perf: { now },
    async fetchMethod(key, expired) {
      if (expired && maxWaitMs !== undefined) waits.set(key, sleep(maxWaitMs, expired, { ref: false }));
      try {
        return await runWithoutDeadline(() => load(key, expired));
      } finally {
        waits.delete(key);
      }
    },
    // A load whose entry is removed by newer ones still completes for its callers.
    ignoreFetchAbort: true,
  });
  return async (key, { refresh = false } = {}) => {
    const loaded = cache.forceFetch(key, { forceRefresh: refresh || ttlMs === 0 });
    const wait = refresh ? undefined : waits.get(key);
    return wait ? Promise.race([loaded, wait]) : loaded;
  };
}
