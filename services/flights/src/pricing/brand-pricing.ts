import { getBrand } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { AppError, type ServiceClient } from '@fareline/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { Durations } from '../durations.ts';
import type { Keys } from '../redis/keys.ts';

export interface BrandPricing {
  /** The markup of a brand in percent. (MONEY-01) */
  markupPercent(brand: string): Promise<number>;
}

interface CachedMarkup {
  percent: number;
  expiresAt: number;
}

/** Brand keys come from requests, so their number must be limited. */
const maxBrands = 1_000;

/**
 * Reads markups from accounts, caches them in memory for a short time and stores the last known one in Redis without expiry,
 * so that prices do not depend on accounts. A brand never seen before has no price while accounts is down.
 */
export function createBrandPricing(
  callAccounts: ServiceClient,
  durable: Redis,
  keys: Keys,
  durations: Pick<Durations, 'brandTtl'>,
  log: FastifyBaseLogger,
): BrandPricing {
  const cache = new Map<string, CachedMarkup>();
  const pendingRequests = new Map<string, Promise<number>>();

  function cacheMarkup(brand: string, percent: number): number {
    if (cache.size >= maxBrands) cache.clear();
    cache.set(brand, { percent, expiresAt: Date.now() + durations.brandTtl });
    return percent;
  }

  async function fetchMarkup(brand: string): Promise<number> {
    try {
      const { pricing } = await callAccounts(getBrand, { params: { brand } });
      // Not awaited: the markup is known even if it cannot be stored.
      durable.set(keys.brand(brand), String(pricing.markupPercent)).catch(() => undefined);
      return cacheMarkup(brand, pricing.markupPercent);
    } catch (error) {
      if (error instanceof AppError && error.code === 'BRAND_NOT_FOUND' && brand !== defaultBrand.id)
        return cacheMarkup(brand, await fetchMarkup(defaultBrand.id));
      log.warn({ err: error, brand }, 'brand request failed, using the last known markup');
      return cacheMarkup(brand, await readLastKnownMarkup(brand));
    }
  }

  async function readLastKnownMarkup(brand: string): Promise<number> {
    const cached = cache.get(brand)?.percent;
    if (cached !== undefined) return cached;
    const stored = await durable.get(keys.brand(brand)).catch(() => null);
    if (stored !== null) return Number(stored);
    if (brand === defaultBrand.id) return defaultBrand.pricing.markupPercent;
    throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error(`the markup of ${brand} is unknown`) });
  }

  return {
    async markupPercent(brand) {
      const cached = cache.get(brand);
      if (cached && Date.now() < cached.expiresAt) return cached.percent;
      const promise =
        pendingRequests.get(brand) ?? fetchMarkup(brand).finally(() => pendingRequests.delete(brand));
      pendingRequests.set(brand, promise);
      return promise;
    },
  };
}
