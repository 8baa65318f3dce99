import { createKnownBrands, type KnownBrands } from '@fareline/service-kit/brands';
import { watchService } from '@fareline/service-kit/outages';
import { createServiceClient } from '@fareline/service-kit/service-client';
import type { FlightsConfig } from './config.ts';
import type { Durations } from './durations.ts';
import { createSystemMode, type SystemMode } from './mode/system-mode.ts';
import { createOfferRepository, type OfferRepository } from './offers/offer.repository.ts';
import { createBrandPricing, type BrandPricing } from './pricing/brand-pricing.ts';
import { logOutages } from './redis/connections.ts';
import { createSearchDeps, type SearchDeps } from './searches/search-deps.ts';
import { startSearchThread, type SearchThread, type SearchThreadDeps } from './searches/search-thread.ts';

export interface Enqueue {
  /**
   * Enqueues the check of an offer in place of a waiting one; resolves to false if the queue is unavailable, or full and the
   * offer is shared.
   */
  expiryCheck(offerId: string, delayMs: number, isShared: boolean): Promise<boolean>;
}

export interface Deps extends SearchDeps {
  mode: SystemMode;
  knownBrands: KnownBrands;
  brands: BrandPricing;
  offers: OfferRepository;
  searchThread: SearchThread;
  enqueue: Enqueue;
}

export function createDeps(
  config: FlightsConfig,
  durations: Durations,
  { log, measure, enqueue }: SearchThreadDeps & { enqueue: Enqueue },
): Deps {
  const searchDeps = createSearchDeps(config, durations, log);
  // The search thread has connections of its own to the same servers, which say nothing more.
  logOutages(searchDeps, log);
  const callAccounts = createServiceClient({
    baseUrl: config.ACCOUNTS_URL,
    credential: config.SERVICE_CREDENTIAL,
    timeoutMs: durations.accountsTimeout,
    outage: watchService(log, 'accounts'),
  });
  const { brandTtl: ttlMs, accountsTimeout, accountsWait: maxWaitMs } = durations;
  const knownBrands = createKnownBrands(callAccounts, accountsTimeout, { ttlMs, maxWaitMs, log });
  return {
    ...searchDeps,
    mode: createSystemMode(callAccounts, durations, log),
    knownBrands,
    brands: createBrandPricing(knownBrands, searchDeps.durable, searchDeps.keys),
    offers: createOfferRepository(searchDeps),
    searchThread: startSearchThread({ config, durations }, { log, measure }),
    enqueue,
  };
}
