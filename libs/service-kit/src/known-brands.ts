import { listKnownBrands, type Brand } from '@fareline/contracts';
import type { FastifyBaseLogger } from 'fastify';
import { createLoadingCache } from './loading-cache.ts';
import type { ServiceClient } from './service-client.ts';

export interface KnownBrandsOptions {
  /** How long the list is used before it is read again. */
  ttlMs: number;
  /** How long a call waits for accounts when there is an earlier list, which it then uses; without a limit by default. */
  maxWaitMs?: number;
  timeoutMs: number;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export interface KnownBrands {
  brands: readonly Brand[];
  /** Whether accounts was unavailable when they should have been read again. */
  isStale: boolean;
}

/**
 * Returns a function that lists all brands, markups included, from the accounts service and caches them. While accounts is
 * unavailable it resolves to the last list; it rejects if there was none. With `refresh` it reads them again.
 */
export function createKnownBrands(
  callAccounts: ServiceClient,
  { timeoutMs, log, ...cacheOptions }: KnownBrandsOptions,
): (options?: { refresh?: boolean }) => Promise<KnownBrands> {
  const load = createLoadingCache<KnownBrands>({
    max: 1,
    ...cacheOptions,
    async load(_key, lastKnown) {
      try {
        const brands = await callAccounts(listKnownBrands, { timeoutMs });
        return { brands, isStale: false };
      } catch (error) {
        log.warn({ err: error }, 'the brands could not be loaded, using the last known ones');
        if (lastKnown) return { ...lastKnown, isStale: true };
        throw error;
      }
    },
  });
  return (options) => load('all', options);
}
