import { once } from 'node:events';
import { createServer } from 'node:http';
import { searchFlights } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { loadReleaseKeys } from '@fareline/tools/signing-key';
import { createTemporaryFolder, startProgram, startRedis, type Program } from './programs.ts';

/** A stub of accounts with the two endpoints that flights calls: the mode and the list of brands. */
async function startAccountsStub(): Promise<string> {
  const server = createServer((request, response) => {
    const body = request.url === '/api/system/mode' ? { mode: 'test', isLiveMode: false } : [defaultBrand];
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The accounts stub has no port.');
  return `http://127.0.0.1:${address.port}`;
}

interface ProviderCall {
  method: string;
  path: string;
  /** ISO 8601, UTC. */
  at: string;
}

export interface FlightsStack {
  accountsUrl: string;
  provider: Program;
  /** URL of the cache's Redis. */
  cacheUrl: string;
  replicas: Program[];
}

let stacks = 0;

/** Starts the Duffel sandbox, two Redis servers, the accounts stub and `count` replicas of the flights service. */
export async function startFlights(
  count: number,
  providerLatencyMs = 0,
  env: Record<string, string> = {},
): Promise<FlightsStack> {
  const [provider, redisUrl, jobsRedisUrl, accountsUrl] = [
    await startProgram('sandbox/duffel/src/main.ts', {
      DUFFEL_SANDBOX_LATENCY_MS: String(providerLatencyMs),
    }),
    await startRedis('REDIS_URL'),
    await startRedis('JOBS_REDIS_URL'),
    await startAccountsStub(),
  ];
  stacks += 1;
  const replicas: Program[] = [];
  for (let index = 0; index < count; index++)
    replicas.push(
      await startProgram('services/flights/src/main.ts', {
        NODE_ENV: 'production',
        SITE_ORIGIN: 'http://localhost:3000',
        SERVICE_CREDENTIAL: 'a-credential-of-flights-for-benchmarks',
        ACCEPTED_CALLERS: ['accounts', 'payments'].map((name) => `${name}:${'0'.repeat(64)}`).join(),
        TRUSTED_PROXIES: '127.0.0.1',
        ACCOUNTS_URL: accountsUrl,
        REDIS_URL: redisUrl,
        JOBS_REDIS_URL: jobsRedisUrl,
        REDIS_PREFIX: `bench-${process.pid}-${stacks}`,
        DUFFEL_TOKEN_TEST: 'duffel_test_bench',
        DUFFEL_BASE_PATH: provider.url,
        ...env,
      }),
    );
  return { accountsUrl, provider, cacheUrl: redisUrl, replicas };
}

/** The calls that the provider has received, oldest first. */
export async function readProviderCalls({ url }: Program): Promise<ProviderCall[]> {
  const ledger = await fetch(`${url}/_sandbox/ledger`);
  return ((await ledger.json()) as { requests: ProviderCall[] }).requests;
}

/** Starts the edge in front of flights, without pages unless it gets a folder of releases. */
export async function startEdge(
  { accountsUrl, flightsUrl }: { accountsUrl: string; flightsUrl: string },
  releases?: string,
): Promise<Program> {
  return startProgram('services/edge/src/main.ts', {
    NODE_ENV: 'production',
    SITE_ORIGIN: 'http://localhost:3000',
    // Requests stand for many clients, each with an IP address of its own.
    TRUSTED_PROXIES: '127.0.0.1',
    RELEASE_KEYS: loadReleaseKeys(),
    RELEASES_DIR: releases ?? (await createTemporaryFolder('releases')),
    ACCOUNTS_URL: accountsUrl,
    PAYMENTS_URL: accountsUrl,
    FLIGHTS_URL: flightsUrl,
  });
}

/** The path of searches, by POST and GET. */
export const { path: searchPath } = searchFlights;

/** The request body of a search from London, `daysAhead` days from today. */
export const createSearchBody = (daysAhead: number, destination: string): string =>
  JSON.stringify({
    origin: 'LHR',
    destination,
    departureDate: new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10),
    adultsCount: 1,
  });

/** The request body of the search that the benchmarks cache. */
export const searchBody = createSearchBody(60, 'JFK');

let clients = 0;

/**
 * The IP address of another client each time. Consecutive ones are in different networks, so that no limit per client or network
 * is reached by requests that stand for many visitors.
 */
export function nextClientAddress(): string {
  clients += 1;
  return `10.${clients & 255}.${(clients >> 8) & 255}.${(clients >> 16) & 255}`;
}

/** Sends a search from another client each time. */
export function postSearch(baseUrl: string, body = searchBody): Promise<Response> {
  return fetch(baseUrl + searchPath, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'br',
      'x-forwarded-for': nextClientAddress(),
    },
  });
}
