import type { Brand, Mode } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { AppError } from '@fareline/service-kit/app-error';
import { readBrandKey } from '@fareline/service-kit/http/brand-header';
import type { KnownBrands } from '@fareline/service-kit/brands';
import type { FastifyRequest } from 'fastify';
import type { RedisClient } from '@fareline/service-kit/redis';
import type { SystemMode } from '../mode/system-mode.ts';
import type { Keys } from '../redis/keys.ts';

export interface BrandPricing {
  /** The markup of a brand in percent. (MONEY-01) */
  markupPercent(brand: string): Promise<number>;
}

/**
 * Reads markups from the internal list of accounts. The last known ones are stored in Redis without expiry,
 * so that prices do not depend on accounts; a brand never seen before has no price while accounts is down. A
 * brand that is not in the list has the markup of the default brand. (docs/decisions/brands.md)
 */
export function createBrandPricing(readBrands: KnownBrands, durable: RedisClient, keys: Keys): BrandPricing {
  let storedBrands: readonly Brand[] | undefined;

  function storeMarkups(brands: readonly Brand[]): void {
    if (brands === storedBrands) return;
    storedBrands = brands;
    // Not awaited: the markups are known even if they cannot be stored.
    for (const { id, pricing } of brands)
      durable.set(keys.brand(id), String(pricing.markupPercent)).catch(() => undefined);
  }

  async function readLastKnownMarkup(brand: string): Promise<number> {
    const stored = await durable.get(keys.brand(brand)).catch(() => null);
    if (stored !== null) return Number(stored);
    if (brand === defaultBrand.id) return defaultBrand.pricing.markupPercent;
    throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error(`the markup of ${brand} is unknown`) });
  }

  return {
    async markupPercent(key) {
      const { list: brands, isStale } = await readBrands();
      if (!brands) return readLastKnownMarkup(key);
      storeMarkups(brands);
      const find = (id: string) => brands.find((brand) => brand.id === id);
      if (isStale && !find(key)) return readLastKnownMarkup(key);
      return (find(key) ?? find(defaultBrand.id) ?? defaultBrand).pricing.markupPercent;
    },
  };
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
