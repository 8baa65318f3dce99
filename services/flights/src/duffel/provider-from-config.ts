import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { FlightsConfig } from '../config.ts';
import type { Keys } from '../redis/keys.ts';
import type { Durations } from '../durations.ts';
import { createProviderBudget } from './provider-budget.ts';
import { createFlightProvider, type Provider } from './flight-provider.ts';

/** The provider as the settings name it; server and search thread each have theirs, over one budget. */
export const createProviderFromConfig = (
  config: FlightsConfig,
  durable: Redis,
  keys: Keys,
  durations: Durations,
  log: FastifyBaseLogger,
): Provider =>
  createFlightProvider({
    tokens: { test: config.DUFFEL_TOKEN_TEST, live: config.DUFFEL_TOKEN_LIVE },
    basePath: config.DUFFEL_BASE_PATH,
    budget: createProviderBudget(durable, keys, config.PROVIDER_BUDGET_PER_MINUTE, durations),
    durations,
    log,
  });
