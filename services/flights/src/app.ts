import type { FastifyInstance } from 'fastify';
import {
  createRemoteBrandHostCheck,
  buildServer,
  createServiceClient,
  requireNonEvictingRedis,
  startJobs,
  type Jobs,
} from '@fareline/service-kit';
import { createBrandPricing } from './brands/brand-pricing.ts';
import { createPriceCalendarStore } from './calendar/price-calendar-store.ts';
import { priceCalendarRoute } from './calendar/price-calendar.route.ts';
import type { FlightsConfig } from './config.ts';
import { createProviderFromConfig } from './duffel/provider-from-config.ts';
import { createSystemMode } from './mode/system-mode.ts';
import { refreshOfferRoute } from './offers/refresh-offer.route.ts';
import { expiryJobHandler } from './offers/expiry.job-handler.ts';
import { expiryJob } from './offers/expiry.job.ts';
import { markOfferUsedRoute } from './offers/mark-offer-used.route.ts';
import { createOfferStore } from './offers/offer-store.ts';
import { createWatchedOffers } from './offers/watched-offers.ts';
import { offerRoute } from './offers/offer.route.ts';
import { quoteOfferRoute } from './offers/quote-offer.route.ts';
import type { OfferRouteDeps } from './offers/deps.ts';
import { createSeatMaps } from './offers/seat-maps.ts';
import { seatMapsRoute } from './offers/seat-maps.route.ts';
import { verifyOfferRoute } from './offers/verify-offer.route.ts';
import { connect, connected, disconnect } from './redis/connections.ts';
import { createKeys } from './redis/keys.ts';
import { createCompletionEvents } from './searches/completion-events.ts';
import { createSearchPages } from './searches/search-pages.ts';
import { createSearchStore } from './searches/search-store.ts';
import { startSearchThread } from './searches/search-thread.ts';
import { searchRoutes } from './searches/search.route.ts';
import { createSingleFlight } from './searches/single-flight.ts';
import { searchProgressRoute } from './searches/search-progress.route.ts';
import { defaultDurations, type Durations } from './durations.ts';

export interface FlightsOverrides {
  durations?: Partial<Durations>;
  /** False leaves the queue out. */
  withJobs?: boolean;
}

/**
 * The flights service, ready to listen. Starts without Redis too, and works once it is there; throws a ConfigError where
 * locks and jobs would lie in one that evicts.
 */
export async function buildFlights(
  config: FlightsConfig,
  overrides: FlightsOverrides = {},
): Promise<FastifyInstance> {
  // Outside production one Redis may do for both.
  const cacheUrl = config.NODE_ENV === 'production' ? config.REDIS_URL : undefined;
  await requireNonEvictingRedis(config.JOBS_REDIS_URL, cacheUrl);
  const durations = { ...defaultDurations, ...overrides.durations };
  const keys = createKeys(config.REDIS_PREFIX);
  const connections = connect(config);
  const { cache, durable, subscriber } = connections;
  // The other Redis is no condition: without it searches and offers are still answered.
  const app = await buildServer({
    name: 'flights',
    config,
    checks: { redis: () => cache.ping() },
    isBrandHost: createRemoteBrandHostCheck(config.ACCOUNTS_URL, config.SERVICE_CREDENTIAL),
  });
  app.addHook('onClose', async () => disconnect(connections));

  const callAccounts = createServiceClient({
    baseUrl: config.ACCOUNTS_URL,
    credential: config.SERVICE_CREDENTIAL,
    timeoutMs: durations.accountsTimeout,
  });
  const { log } = app;
  const mode = createSystemMode(callAccounts, durations, log);
  const brands = createBrandPricing(callAccounts, durable, keys, durations, log);
  const provider = createProviderFromConfig(config, durable, keys, durations, log);
  const completionEvents = createCompletionEvents(subscriber, keys.landed);
  const flights = createSingleFlight(durable, keys, completionEvents, durations);
  const offers = createOfferStore(connections, keys, durations);
  const calendar = createPriceCalendarStore(cache, keys, durations);
  let jobs: Jobs | undefined;
  const watch = createWatchedOffers(cache, keys, durations, async (offerId, delayMs) => {
    await jobs?.remove(offerId);
    return (await jobs?.enqueue(expiryJob, { offerId }, { jobId: offerId, delayMs })) ?? false;
  });
  const seatMaps = createSeatMaps({ provider, offers }, flights, cache, keys, durations);

  const thread = startSearchThread({ config, durations }, log);
  app.addHook('onClose', () => thread.close());
  const readPage = createSearchPages(createSearchStore(cache, keys), thread.make);
  searchRoutes(app, { readPage, brands, mode });
  priceCalendarRoute(app, { calendar, brands, mode });
  searchProgressRoute(app, { cache, durable, keys, completionEvents, durations, brands, mode });
  const deps: OfferRouteDeps = { provider, offers, flights, log, brands, mode, watch, seatMaps };
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
      handlers: [expiryJobHandler({ provider, offers, watch, log })],
      log,
      prefix: `{${config.REDIS_PREFIX}-jobs}`,
    });
    app.addHook('onClose', () => jobs?.close());
  }
  await connected(connections);
  return app;
}
