import type { Offer, SearchResponse } from '@fareline/contracts';
import type { RedisClient } from '@fareline/service-kit/redis';
import { credentialHeader } from '@fareline/service-kit/service-client';
import { testAcceptedCallers, testCredential, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { buildFlights } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Durations } from '../durations.ts';
import { startAccountsStub } from './accounts-stub.ts';
import { startProviderSandbox } from './duffel-sandbox.ts';

/** The settings of calls between services. */
export const credentialSettings = {
  SERVICE_CREDENTIAL: testCredential('flights'),
  ACCEPTED_CALLERS: testAcceptedCallers,
};

/** The headers of a request of the payments service. */
export const paymentsHeaders = { [credentialHeader]: testCredential('payments') };

export const dateInDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface HarnessOptions {
  env?: Record<string, string>;
  durations?: Partial<Durations>;
  sandboxEnv?: Record<string, string>;
}

/** A budget that is too small for searches in batches, with a short window. */
export const withoutBatches: HarnessOptions = {
  env: { PROVIDER_BUDGET_PER_MINUTE: '12' },
  durations: { budgetWindow: 50 },
};

/** Two pages; a search of the sandbox's usual 240 offers takes three times as long. */
const fewResults = { DUFFEL_SANDBOX_RESULTS: '60' };

/** For the sandbox: as many results as the route has. */
export const allResults = { DUFFEL_SANDBOX_RESULTS: '' };

/** Short ones only bound a hang, or the time after a crash: a busy machine would exceed them. */
const patience: Partial<Durations> = {
  ...{ lockTtl: 15_000, failureTtl: 15_000 },
  ...{ searchTimeout: 50_000, readTimeout: 30_000, accountsTimeout: 30_000 },
};

/** Starts the provider sandbox and the accounts stub for a test file; `startReplica` adds an instance of the service. */
export async function startHarness(options: HarnessOptions = {}) {
  const [provider, accounts] = await Promise.all([
    startProviderSandbox({ ...fewResults, ...options.sandboxEnv }),
    startAccountsStub(),
  ]);
  const apps: FastifyInstance[] = [];

  /** Replicas with the same prefix share their Redis data. */
  async function startReplica(
    prefix = uniqueName('flights'),
    overrides: HarnessOptions & { withJobs?: boolean } = {},
  ): Promise<FastifyInstance> {
    const config = readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SITE_ORIGIN: 'http://localhost:3000',
      ...credentialSettings,
      TRUSTED_PROXIES: '127.0.0.1',
      ACCOUNTS_URL: accounts.url,
      REDIS_URL: testRedisUrl(),
      JOBS_REDIS_URL: testRedisUrl(),
      REDIS_PREFIX: prefix,
      DUFFEL_TOKEN_TEST: 'duffel_test_flights',
      DUFFEL_TOKEN_LIVE: 'duffel_live_flights',
      DUFFEL_BASE_PATH: provider.url,
      PROVIDER_BUDGET_PER_MINUTE: '600',
      ...options.env,
      ...overrides.env,
    });
    const app = await buildFlights(config, {
      // A switch of mode or a changed markup is known at once.
      durations: {
        ...{ ...patience, modeTtl: 0, brandTtl: 0, accountsWait: 5_000, retryDelay: 10 },
        ...options.durations,
        ...overrides.durations,
      },
      withJobs: overrides.withJobs ?? false,
    });
    apps.push(app);
    return app;
  }

  return {
    provider,
    accounts,
    startReplica,
    async stop() {
      await Promise.all(apps.map((app) => app.close()));
      await Promise.all([provider.close(), accounts.close()]);
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;

/** Starts a harness for all tests of a file; to be called outside of the tests. */
export async function startSharedHarness(...options: Parameters<typeof startHarness>): Promise<Harness> {
  const harness = await startHarness(...options);
  afterAll(harness.stop);
  return harness;
}

/**
 * Removes what the replicas with this prefix have stored, calls of the budget among it. For tests that share a replica, whose thread takes
 * half a second of processor time to start.
 */
export async function removeStored(redis: RedisClient, prefix: string): Promise<void> {
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.del(keys);
}

let searchCount = 0;
const destinations = ['BCN', 'FCO', 'MAD', 'LIS', 'ATH', 'VIE', 'CPH', 'ARN', 'PRG', 'WAW', 'BUD', 'ZRH'];

/** How many days differ: the provider refuses dates in more than a year. No multiple of the number of destinations. */
const searchDays = 299;

/** A search that differs from all others of the test file, up to some thousand. */
export function uniqueSearch(overrides: Record<string, unknown> = {}) {
  searchCount += 1;
  return {
    origin: 'LHR',
    destination: destinations[searchCount % destinations.length],
    departureDate: dateInDays(30 + (searchCount % searchDays)),
    adultsCount: 1,
    ...overrides,
  };
}

/** The headers of a request that the edge forwards for the client with this IP address. */
export const from = (ipAddress: string) => ({ 'x-forwarded-for': ipAddress });

export const postSearch = (app: FastifyInstance, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/flights/search', payload, headers });

export async function search(
  app: FastifyInstance,
  payload: object,
  headers: Record<string, string> = {},
): Promise<SearchResponse> {
  const response = await postSearch(app, payload, headers);
  if (response.statusCode !== 200) throw new Error(`search: ${response.statusCode} ${response.body}`);
  return response.json<SearchResponse>();
}

export async function findFirstOffer(
  app: FastifyInstance,
  payload: object = uniqueSearch(),
  headers: Record<string, string> = {},
): Promise<Offer> {
  const [offer] = (await search(app, payload, headers)).offers;
  if (!offer) throw new Error('the search found nothing');
  return offer;
}
