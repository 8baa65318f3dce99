import { hasBrandKey } from '@fareline/service-kit/brands';
import { createBrandHostCheck } from '@fareline/service-kit/http/brand-host-check';
import { addGauge } from '@fareline/service-kit/http/gauge';
import { health } from '@fareline/service-kit/http/health';
import { observeProviders } from '@fareline/service-kit/http/provider-metrics';
import { buildServer } from '@fareline/service-kit/http/server';
import { createJobQueue } from '@fareline/service-kit/jobs/job-queue';
import { startJobWorker } from '@fareline/service-kit/jobs/job-worker';
import { requireNonEvictingRedis } from '@fareline/service-kit/require-non-evicting-redis';
import type { ServiceOptions } from '@fareline/service-kit/run-service';
import type { FastifyInstance } from 'fastify';
import { alternativePricesRoute } from './calendar/alternative-prices.route.ts';
import { popularRoutesRoute } from './calendar/popular-routes.route.ts';
import { priceCalendarRoute } from './calendar/price-calendar.route.ts';
import type { FlightsConfig } from './config.ts';
import { createDeps, type Deps } from './deps.ts';
import { defaultDurations, type Durations } from './durations.ts';
import { createEnqueue } from './jobs.ts';
import { budgetLimits, countBudgetCalls } from './duffel/provider-budget.ts';
import { countProviderCallRoute } from './duffel/count-provider-call.route.ts';
import { providerKeysRoute } from './mode/provider-keys.route.ts';
import { expiryHandler } from './offers/expiry.job.ts';
import { markOfferUsedRoute } from './offers/mark-offer-used.route.ts';
import { offerRoute } from './offers/offer.route.ts';
import { quoteOfferRoute } from './offers/quote-offer.route.ts';
import { refreshOfferRoute } from './offers/refresh-offer.route.ts';
import { seatMapsRoute } from './offers/seat-maps.route.ts';
import { verifyOfferRoute } from './offers/verify-offer.route.ts';
import { closeConnections, waitForConnections } from './redis/connections.ts';
import { warnOfCachePolicy } from './redis/warn-of-cache-policy.ts';
import { searchProgressRoute } from './searches/search-progress.route.ts';
import { searchRoutes } from './searches/search.route.ts';

const plugins = [
  searchRoutes,
  searchProgressRoute,
  priceCalendarRoute,
  alternativePricesRoute,
  popularRoutesRoute,
  offerRoute,
  seatMapsRoute,
  verifyOfferRoute,
  refreshOfferRoute,
  quoteOfferRoute,
  markOfferUsedRoute,
  countProviderCallRoute,
  providerKeysRoute,
];

interface FlightsOverrides extends ServiceOptions {
  durations?: Partial<Durations>;
  /** False: jobs are enqueued but not run. */
  withJobs?: boolean;
}

function addGauges(
  app: FastifyInstance,
  { PROVIDER_BUDGET_PER_MINUTE }: FlightsConfig,
  { durable, keys, durations, searchThread }: Deps,
): void {
  addGauge(
    app,
    {
      name: 'provider_budget_calls',
      help: 'Provider calls of the last minute by what they were made for, of all replicas together.',
      label: 'share',
    },
    () => countBudgetCalls(durable, keys, durations),
  );
  addGauge(
    app,
    { name: 'provider_budget_limit', help: 'The most provider calls of a minute.', label: 'share' },
    () => budgetLimits(PROVIDER_BUDGET_PER_MINUTE),
  );
  addGauge(
    app,
    { name: 'search_queue_length', help: 'Pages that the search thread builds or that wait for it.' },
    () => searchThread.countPending(),
  );
}

/**
 * Builds the server with its routes and jobs. Starts while Redis is down and works once it is up; throws a ConfigError if the
 * Redis for locks and jobs may evict keys. `overrides` are for tests.
 */
export async function buildFlights(
  config: FlightsConfig,
  { durations, withJobs = true, logStream }: FlightsOverrides = {},
): Promise<FastifyInstance> {
  // Outside production one Redis may be used for both.
  const cacheUrl = config.NODE_ENV === 'production' ? config.REDIS_URL : undefined;
  await requireNonEvictingRedis(config.JOBS_REDIS_URL, cacheUrl);
  const app = await buildServer({
    name: 'flights',
    config,
    buffersLog: true,
    logStream,
    isBrandHost: createBrandHostCheck((key) => hasBrandKey(deps.knownBrands, key)),
  });

  const measure = observeProviders(app, { duffel: config.DUFFEL_BASE_PATH });
  const { log, metrics } = app;
  const prefix = `{${config.REDIS_PREFIX}-jobs}`;
  const queue = createJobQueue({ name: 'flights', redisUrl: config.JOBS_REDIS_URL, log, prefix, metrics });
  const enqueue = createEnqueue(queue);
  const deps = createDeps(config, { ...defaultDurations, ...durations }, { log, measure, enqueue });
  app.addHook('onClose', async () => closeConnections(deps));
  app.addHook('onClose', () => deps.searchThread.close());
  app.addHook('onClose', () => queue.close());
  // Only the cache is checked: searches and offers work without the durable Redis.
  await app.register(health, { checks: { redis: () => deps.cache.ping() } });
  addGauges(app, config, deps);
  for (const plugin of plugins) await app.register(plugin, { deps });

  if (withJobs) {
    const worker = startJobWorker(queue, [expiryHandler(deps)]);
    app.addHook('onClose', () => worker.close());
  }
  await waitForConnections(deps);
  await warnOfCachePolicy(deps.cache, log);
  return app;
}
