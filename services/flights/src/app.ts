import type { FastifyInstance } from 'fastify';
import {
  brandHostsOfAccounts,
  buildServer,
  connectRedis,
  createServiceClient,
  startJobs,
} from '@fareline/service-kit';
import { createBrandPricing } from './brands/brand-pricing.ts';
import { createPriceCalendarStore } from './calendar/price-calendar-store.ts';
import { priceCalendarRoute } from './calendar/price-calendar.route.ts';
import type { FlightsConfig } from './config.ts';
import { configuredProvider } from './duffel/configured-provider.ts';
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
import { readySoon } from './redis/ready-soon.ts';
import { listenToLandings } from './searches/landings.ts';
import { createSearchPages } from './searches/search-pages.ts';
import { createSearchStore } from './searches/search-store.ts';
import { startSearchThread } from './searches/search-thread.ts';
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
  const app = await buildServer({
    name: 'flights',
    config,
    checks: { redis: () => redis.ping() },
    isBrandHost: brandHostsOfAccounts(config.ACCOUNTS_URL, config.SERVICE_CREDENTIAL),
  });
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
  const provider = configuredProvider(config, redis, keys, timings, log);
  const landings = listenToLandings(subscriber, keys.landed);
  const flights = createSingleFlight(redis, keys, landings, timings);
  const offers = createOfferStore(redis, keys, timings);
  const calendar = createPriceCalendarStore(redis, keys, timings);
  const watch = createOfferWatch(redis, keys, timings);
  const seatMaps = createSeatMaps({ provider, offers }, flights, redis, keys, timings);

  const thread = startSearchThread({ config, timings }, log);
  app.addHook('onClose', () => thread.close());
  const readPage = createSearchPages(createSearchStore(redis, keys), thread.make);
  searchRoutes(app, { readPage, brands, mode });
  priceCalendarRoute(app, { calendar, brands, mode });
  watchSearchRoute(app, { redis, keys, landings, timings, brands, mode });
  const parts: OfferRouteParts = { provider, offers, flights, log, brands, mode, watch, seatMaps };
  for (const route of [offerRoute, seatMapsRoute, verifyOfferRoute, exchangeOfferRoute, quoteOfferRoute])
    route(app, parts);

  if (overrides.withJobs !== false) {
    const jobs = await startJobs({
      name: 'flights',
      redisUrl: config.JOBS_REDIS_URL,
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
