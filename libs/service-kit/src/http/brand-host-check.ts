import { brandKeyFromHost } from '@fareline/contracts/brand';
import { LRUCache } from 'lru-cache';
import { AppError } from '../app-error.ts';
import type { BrandKeys } from '../brand-keys.ts';

/** Whether a host, with or without a port, is a domain of a brand. Rejects when the lookup fails and no result is cached. */
export type IsBrandHost = (host: string) => Promise<boolean>;

/** With the age of the list of brand keys, an added or removed domain takes effect after at most 20 s. (HOST-01) */
const ttlMs = 10_000;
const maxHosts = 1_000;

/**
 * Caches for 10 s which hosts are domains of a brand. While the lookup fails, the last cached result is used.
 *
 * @param now milliseconds of a monotonic clock
 */
export function createBrandHostCheck(
  hasBrand: BrandKeys,
  now: () => number = () => performance.now(),
): IsBrandHost {
  const cache = new LRUCache<string, boolean>({
    max: maxHosts,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: hasBrand,
    allowStaleOnFetchRejection: true,
    // A lookup whose entry is removed by newer ones still completes for its callers.
    ignoreFetchAbort: true,
  });
  return async (host) => {
    const key = brandKeyFromHost(host);
    if (key === undefined) return false;
    const isBrandHost = await cache.fetch(key);
    if (isBrandHost !== undefined) return isBrandHost;
    throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error(`brand lookup of ${key} failed`) });
  };
}
