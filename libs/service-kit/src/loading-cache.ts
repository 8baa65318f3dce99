import { LRUCache } from 'lru-cache';

export interface LoadingCacheOptions<Value> {
  /** Limit of entries, beyond which the least recently used one is removed: keys may come from requests. */
  max: number;
  /** How long a value is used, in milliseconds; unlimited by default. */
  ttlMs?: number;
  /** Given the expired value, if there is one, which it may return when the load fails. */
  load(key: string, expired: Value | undefined): Promise<Value>;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

/**
 * Returns a function that loads the value of a key and caches it in memory. Concurrent calls with the same key share one
 * load, and a failed load is not cached. With `refresh` it loads the value anew.
 */
export function createLoadingCache<Value extends object>({
  max,
  ttlMs = 0,
  load,
  now = () => performance.now(),
}: LoadingCacheOptions<Value>): (key: string, options?: { refresh?: boolean }) => Promise<Value> {
  const cache = new LRUCache<string, Value>({
    max,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: (key, expired) => load(key, expired),
    // A load whose entry is removed by newer ones still completes for its callers.
    ignoreFetchAbort: true,
  });
  return (key, { refresh = false } = {}) => cache.forceFetch(key, { forceRefresh: refresh });
}
