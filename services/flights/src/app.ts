import type { FastifyInstance } from 'fastify';
import {
  buildServer,
  createRemoteBrandHostCheck,
  createServiceClient,
  requireNonEvictingRedis,
  startJobs,
  type Jobs,
} from '@fareline/service-kit';
import { createBrandPricing } from './pricing/brand-pricing.ts';
import { createPriceCalendarRepository } from './calendar/price-calendar.repository.ts';
import { priceCalendarRoute } from './calendar/price-calendar.route.ts';
import type { FlightsConfig } from './config.ts';
import { createProviderFromConfig } from './duffel/provider-from-config.ts';
import { defaultDurations, type Durations } from './durations.ts';
import { createSystemMode } from './mode/system-mode.ts';
import type { OfferRouteDeps } from './offers/deps.ts';
import { expiryJobHandler } from './offers/expiry.job-handler.ts';
import { expiryJob } from './offers/expiry.job.ts';
import { markOfferUsedRoute } from './offers/mark-offer-used.route.ts';
import { createOfferRepository } from './offers/offer.repository.ts';
import { offerRoute } from './offers/offer.route.ts';
import { quoteOfferRoute } from './offers/quote-offer.route.ts';
import { refreshOfferRoute } from './offers/refresh-offer.route.ts';
import { seatMapsRoute } from './offers/seat-maps.route.ts';
import { createSeatMaps } from './offers/seat-maps.ts';
import { verifyOfferRoute } from './offers/verify-offer.route.ts';
import { createWatchedOffers } from './offers/watched-offers.ts';
import { closeConnections, openConnections, waitForConnections } from './redis/connections.ts';
import { createKeys } from './redis/keys.ts';
import { createCompletionEvents } from './single-flight/completion-events.ts';
import { createPageReader } from './searches/search-pages.ts';
import { searchProgressRoute } from './searches/search-progress.route.ts';
import { createSearchRepository } from './searches/search.repository.ts';
import { startSearchThread } from './searches/search-thread.ts';
import { searchRoutes } from './searches/search.route.ts';
import { createSingleFlight } from './single-flight/single-flight.ts';

export interface FlightsOverrides {
  durations?: Partial<Durations>;
  /** False: no job queue is started. */
  withJobs?: boolean;
}

/**
 * Builds the flights service, ready to listen. Starts while Redis is down and works once it is up; throws a ConfigError if
 * the Redis for locks and jobs may evict keys.
 */
export async function buildFlights(
  config: FlightsConfig,
  overrides: FlightsOverrides = {},
): Promise<FastifyInstance> {
  // Outside production one Redis may be used for both.
  const cacheUrl = config.NODE_ENV === 'production' ? config.REDIS_URL : undefined;
  await requireNonEvictingRedis(config.JOBS_REDIS_URL, cacheUrl);
  const durations = { ...defaultDurations, ...overrides.durations };
  const keys = createKeys(config.REDIS_PREFIX);
  const connections = openConnections(config);
  const { cache, durable, subscriber } = connections;
  // Only the cache is checked: searches and offers work without the durable Redis.
  const app = await buildServer({
    name: 'flights',
    config,
    checks: { redis: () => cache.ping() },
    isBrandHost: createRemoteBrandHostCheck(config.ACCOUNTS_URL, config.SERVICE_CREDENTIAL),
  });
  app.addHook('onClose', async () => closeConnections(connections));

  const callAccounts = createServiceClient({
    baseUrl: config.ACCOUNTS_URL,
    credential: config.SERVICE_CREDENTIAL,
    timeoutMs: durations.accountsTimeout,
  });
  const { log } = app;
  const mode = createSystemMode(callAccounts, durations, log);
  const brands = createBrandPricing(callAccounts, durable, keys, durations, log);
  const provider = createProviderFromConfig(config, durable, keys, durations, log);
  const completionEvents = createCompletionEvents(subscriber, keys.completions);
  const singleFlight = createSingleFlight(durable, keys, completionEvents, durations);
  const offers = createOfferRepository(connections, keys, durations);
  const calendar = createPriceCalendarRepository(cache, keys, durations);
  let jobs: Jobs | undefined;
  const watchedOffers = createWatchedOffers(cache, keys, durations, async (offerId, delayMs) => {
    await jobs?.remove(offerId);
    return (await jobs?.enqueue(expiryJob, { offerId }, { jobId: offerId, delayMs })) ?? false;
  });
  const seatMaps = createSeatMaps({ provider, offers }, singleFlight, cache, keys, durations);

  const thread = startSearchThread({ config, durations }, log);
  app.addHook('onClose', () => thread.close());
  const readPage = createPageReader(createSearchRepository(cache, keys), thread.buildPage);
  searchRoutes(app, { readPage, brands, mode });
  priceCalendarRoute(app, { calendar, brands, mode });
  searchProgressRoute(app, { cache, durable, keys, completionEvents, durations, brands, mode });
  const deps: OfferRouteDeps = { provider, offers, singleFlight, log, brands, mode, watchedOffers, seatMaps };
  for (const route of [
    offerRoute,
    seatMapsRoute,
    verifyOfferRoute,
    refreshOfferRoute,
    quoteOfferRoute,
    markOfferUsedRoute,
  ])
    route(app, deps);

  if (overrides.withJobs !== false) {
    jobs = await startJobs({
      name: 'flights',
      redisUrl: config.JOBS_REDIS_URL,
      metrics: app.metrics,
      definitions: [expiryJob],
      handlers: [expiryJobHandler({ provider, offers, watchedOffers, log })],
      log,
      prefix: `{${config.REDIS_PREFIX}-jobs}`,
    });
    app.addHook('onClose', () => jobs?.close());
  }
  await waitForConnections(connections);
  return app;
}
