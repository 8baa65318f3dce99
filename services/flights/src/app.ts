import type { FastifyInstance } from 'fastify';
import { buildServer, connectRedis, createServiceClient, startJobs } from '@fareline/service-kit';
import { once } from 'node:events';
import { createBrandPricing } from './brands/brand-pricing.ts';
import { createPriceNotes } from './calendar/note-prices.ts';
import { createPriceCalendarStore } from './calendar/price-calendar-store.ts';
import { priceCalendarRoute } from './calendar/price-calendar.route.ts';
import type { FlightsConfig } from './config.ts';
import { createProviderBudget } from './duffel/provider-budget.ts';
import { createProvider } from './duffel/provider.ts';
import { createSystemMode } from './mode/system-mode.ts';
import { exchangeOfferRoute } from './offers/exchange-offer.route.ts';
import { expiryJobHandler } from './offers/expiry.job-handler.ts';
import { expiryJob } from './offers/expiry.job.ts';
import { createOfferStore } from './offers/offer-store.ts';
import { createOfferWatch } from './offers/offer-watch.ts';
import { offerRoute } from './offers/offer.route.ts';
import { quoteOfferRoute } from './offers/quote-offer.route.ts';
import type { OfferRouteParts } from './offers/route-parts.ts';
import { createSeatMaps } from './offers/seat-maps.ts';
import { seatMapsRoute } from './offers/seat-maps.route.ts';
import { verifyOfferRoute } from './offers/verify-offer.route.ts';
import { keysOf } from './redis/keys.ts';
import { listenToLandings } from './searches/landings.ts';
import { createSearchPages } from './searches/search-pages.ts';
import { beginProgress } from './searches/search-progress.ts';
import { createSearchStore } from './searches/search-store.ts';
import { searchRoutes } from './searches/search.route.ts';
import { createSingleFlight } from './searches/single-flight.ts';
import { watchSearchRoute } from './searches/watch-search.route.ts';
import { defaultTimings, type Timings } from './timings.ts';

export interface FlightsOverrides {
  timings?: Partial<Timings>;
  /** False leaves the queue out. */
  withJobs?: boolean;
}

/** The flights service, ready to listen. Starts without Redis too, and works once it is there. */
export async function buildFlights(
  config: FlightsConfig,
  overrides: FlightsOverrides = {},
): Promise<FastifyInstance> {
  const timings = { ...defaultTimings, ...overrides.timings };
  const keys = keysOf(config.REDIS_PREFIX);
  // Commands of one tick share a write: under load that is most of what Redis costs.
  const redis = connectRedis(config.REDIS_URL, { enableAutoPipelining: true });
  const subscriber = connectRedis(config.REDIS_URL);
  const app = await buildServer({ name: 'flights', config, checks: { redis: () => redis.ping() } });
  app.addHook('onClose', async () => {
    redis.disconnect();
    subscriber.disconnect();
  });

  const callAccounts = createServiceClient({
    baseUrl: config.ACCOUNTS_URL,
    credential: config.SERVICE_CREDENTIAL,
    timeoutMs: timings.accountsTimeout,
  });
  const { log } = app;
  const mode = createSystemMode(callAccounts, timings, log);
  const brands = createBrandPricing(callAccounts, redis, keys, timings, log);
  const provider = createProvider({
    tokens: { test: config.DUFFEL_TOKEN_TEST, live: config.DUFFEL_TOKEN_LIVE },
    basePath: config.DUFFEL_BASE_PATH,
    budget: createProviderBudget(redis, keys, config.PROVIDER_BUDGET_PER_MINUTE, timings),
    timings,
    log,
  });
  const landings = listenToLandings(subscriber, keys.landed);
  const flights = createSingleFlight(redis, keys, landings, timings);
  const offers = createOfferStore(redis, keys, timings);
  const searches = createSearchStore(redis, keys);
  const calendar = createPriceCalendarStore(redis, keys, timings);
  const watch = createOfferWatch(redis, keys, timings);
  const seatMaps = createSeatMaps({ provider, offers }, flights, redis, keys, timings);

  const pages = createSearchPages({
    ...{ provider, searches, offers, flights, timings },
    notePrices: createPriceNotes(calendar, log),
    beginProgress: (key) => beginProgress(redis, keys, timings, key),
  });
  searchRoutes(app, { pages, brands, mode });
  priceCalendarRoute(app, { calendar, brands, mode });
  watchSearchRoute(app, { redis, keys, landings, timings, brands, mode });
  const parts: OfferRouteParts = { provider, offers, flights, log, brands, mode, watch, seatMaps };
  for (const route of [offerRoute, seatMapsRoute, verifyOfferRoute, exchangeOfferRoute, quoteOfferRoute])
    route(app, parts);

  if (overrides.withJobs !== false) {
    const jobs = await startJobs({
      name: 'flights',
      redisUrl: config.JOBS_REDIS_URL ?? config.REDIS_URL,
      definitions: [expiryJob],
      handlers: [expiryJobHandler({ provider, offers, watch, log })],
      log,
      prefix: `{${config.REDIS_PREFIX}-jobs}`,
    });
    app.addHook('onClose', () => jobs.close());
  }
  await readySoon(redis);
  return app;
}

/** Waits a moment for the first connection, so that the first request finds it. */
async function readySoon(redis: ReturnType<typeof connectRedis>): Promise<void> {
  if (redis.status === 'ready') return;
  await once(redis, 'ready', { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
}
