import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { FlightsConfig } from '../config.ts';
import type { Keys } from '../redis/keys.ts';
import type { Timings } from '../timings.ts';
import { createProviderBudget } from './provider-budget.ts';
import { createProvider, type Provider } from './provider.ts';

/** The provider as the settings name it; server and search thread each have theirs, over one budget. */
export const configuredProvider = (
  config: FlightsConfig,
  durable: Redis,
  keys: Keys,
  timings: Timings,
  log: FastifyBaseLogger,
): Provider =>
  createProvider({
    tokens: { test: config.DUFFEL_TOKEN_TEST, live: config.DUFFEL_TOKEN_LIVE },
    basePath: config.DUFFEL_BASE_PATH,
    budget: createProviderBudget(durable, keys, config.PROVIDER_BUDGET_PER_MINUTE, timings),
    timings,
    log,
  });
