import { getBrand, type Mode } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { AppError, createLoadingCache, readBrandKey, type ServiceClient } from '@fareline/service-kit';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { Durations } from '../durations.ts';
import type { SystemMode } from '../mode/system-mode.ts';
import type { Keys } from '../redis/keys.ts';

export interface BrandPricing {
  /** The markup of a brand in percent. (MONEY-01) */
  markupPercent(brand: string): Promise<number>;
}

interface Markup {
  percent: number;
}

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
  const getMarkup = createLoadingCache<Markup>({
    max: maxBrands,
    ttlMs: durations.brandTtl,
    load: loadMarkup,
  });

  async function loadMarkup(brand: string, lastKnown: Markup | undefined): Promise<Markup> {
    try {
      const { pricing } = await callAccounts(getBrand, { params: { brand } });
      // Not awaited: the markup is known even if it cannot be stored.
      durable.set(keys.brand(brand), String(pricing.markupPercent)).catch(() => undefined);
      return { percent: pricing.markupPercent };
    } catch (error) {
      if (error instanceof AppError && error.code === 'BRAND_NOT_FOUND' && brand !== defaultBrand.id)
        return getMarkup(defaultBrand.id);
      log.warn({ err: error, brand }, 'brand request failed, using the last known markup');
      return lastKnown ?? readLastKnownMarkup(brand);
    }
  }

  async function readLastKnownMarkup(brand: string): Promise<Markup> {
    const stored = await durable.get(keys.brand(brand)).catch(() => null);
    if (stored !== null) return { percent: Number(stored) };
    if (brand === defaultBrand.id) return { percent: defaultBrand.pricing.markupPercent };
    throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error(`the markup of ${brand} is unknown`) });
  }

  return { markupPercent: async (brand) => (await getMarkup(brand)).percent };
}

/** Mode and markup that the prices in the response to a request have. */
export async function readRequestPricing(
  deps: { mode: SystemMode; brands: BrandPricing },
  request: FastifyRequest,
): Promise<{ mode: Mode; markupPercent: number }> {
  const [mode, markupPercent] = await Promise.all([
    deps.mode.current(),
    deps.brands.markupPercent(readBrandKey(request)),
  ]);
  return { mode, markupPercent };
}
