import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import type { FlightsConfig } from '../config.ts';
import type { Durations } from '../durations.ts';
import type { Keys } from '../redis/keys.ts';
import { createFlightProvider, type FlightProvider } from './flight-provider.ts';
import { createProviderBudget } from './provider-budget.ts';

/** Creates the configured provider; the server and the search thread have one each and share the budget. */
export const createProviderFromConfig = (
  config: FlightsConfig,
  durable: Redis,
  keys: Keys,
  durations: Durations,
  log: FastifyBaseLogger,
): FlightProvider =>
  createFlightProvider({
    tokens: { test: config.DUFFEL_TOKEN_TEST, live: config.DUFFEL_TOKEN_LIVE },
    basePath: config.DUFFEL_BASE_PATH,
    budget: createProviderBudget(durable, keys, config.PROVIDER_BUDGET_PER_MINUTE, durations),
    durations,
    log,
  });
