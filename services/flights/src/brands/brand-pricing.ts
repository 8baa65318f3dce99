import { getBrand } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { AppError, type ServiceClient } from '@fareline/service-kit';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { Keys } from '../redis/keys.ts';
import type { Durations } from '../durations.ts';

export interface BrandPricing {
  /** The uplift of a brand in percent. (MONEY-01) */
  markupPercent(brand: string): Promise<number>;
}

/** The brand that the edge found out; `default` for a call that did not come through it. */
export function readBrandKey(request: FastifyRequest): string {
  const given = request.headers['x-brand'];
  return typeof given === 'string' && /^[a-z0-9][a-z0-9.-]{0,62}$/.test(given) ? given : defaultBrand.id;
}

interface Entry {
  percent: number;
  freshUntil: number;
}

/** Brands come from outside, so their number is bounded. */
const maxBrands = 1_000;

/**
 * Asks accounts, keeps the answer for a while in memory and the last known one in Redis for good: a price must not depend on
 * accounts being there. A brand that nobody knows has no price.
 */
export function createBrandPricing(
  callAccounts: ServiceClient,
  durable: Redis,
  keys: Keys,
  durations: Pick<Durations, 'brandTtl'>,
  log: FastifyBaseLogger,
): BrandPricing {
  const entries = new Map<string, Entry>();
  const asking = new Map<string, Promise<number>>();

  function keep(brand: string, percent: number): number {
    if (entries.size >= maxBrands) entries.clear();
    entries.set(brand, { percent, freshUntil: Date.now() + durations.brandTtl });
    return percent;
  }

  async function ask(brand: string): Promise<number> {
    try {
      const { pricing } = await callAccounts(getBrand, { params: { brand } });
      // Not waited for: a price is known whether or not it can be kept.
      durable.set(keys.brand(brand), String(pricing.markupPercent)).catch(() => undefined);
      return keep(brand, pricing.markupPercent);
    } catch (error) {
      if (error instanceof AppError && error.code === 'BRAND_NOT_FOUND' && brand !== defaultBrand.id)
        return keep(brand, await ask(defaultBrand.id));
      log.warn({ err: error, brand }, 'the brand could not be asked for; its last known uplift stands');
      return keep(brand, await lastKnown(brand));
    }
  }

  async function lastKnown(brand: string): Promise<number> {
    const known = entries.get(brand)?.percent;
    if (known !== undefined) return known;
    const stored = await durable.get(keys.brand(brand)).catch(() => null);
    if (stored !== null) return Number(stored);
    if (brand === defaultBrand.id) return defaultBrand.pricing.markupPercent;
    throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error(`the uplift of ${brand} is not known`) });
  }

  return {
    async markupPercent(brand) {
      const entry = entries.get(brand);
      if (entry && Date.now() < entry.freshUntil) return entry.percent;
      const promise = asking.get(brand) ?? ask(brand).finally(() => asking.delete(brand));
      asking.set(brand, promise);
      return promise;
    },
  };
}
