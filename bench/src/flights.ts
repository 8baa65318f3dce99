import { once } from 'node:events';
import { createServer } from 'node:http';
import { defaultBrand } from '@fareline/contracts';
import { startProgram, startRedis, type Program } from './programs.ts';

/** What flights asks of accounts: the mode and the brand. */
async function startAccounts(): Promise<string> {
  const server = createServer((request, response) => {
    const body = request.url === '/api/system/mode' ? { mode: 'test', isLiveMode: false } : defaultBrand;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  return `http://127.0.0.1:${address.port}`;
}

export interface FlightsWorld {
  provider: Program;
  replicas: Program[];
}

/** The provider's sandbox, a Redis and so many replicas of the flights service. */
export async function startFlights(count: number, providerLatencyMs = 0): Promise<FlightsWorld> {
  const [provider, redisUrl, accountsUrl] = [
    await startProgram('sandbox/duffel/src/main.ts', {
      DUFFEL_SANDBOX_LATENCY_MS: String(providerLatencyMs),
    }),
    await startRedis(),
    await startAccounts(),
  ];
  const replicas: Program[] = [];
  for (let index = 0; index < count; index++)
    replicas.push(
      await startProgram('services/flights/src/main.ts', {
        NODE_ENV: 'production',
        SITE_ORIGIN: 'http://localhost:3000',
        SERVICE_CREDENTIAL: 'a-credential-for-benchmarks',
        ACCOUNTS_URL: accountsUrl,
        REDIS_URL: redisUrl,
        REDIS_PREFIX: `bench-${process.pid}`,
        DUFFEL_TOKEN_TEST: 'duffel_test_bench',
        DUFFEL_BASE_PATH: provider.url,
      }),
    );
  return { provider, replicas };
}

/** A search two months ahead. */
export const searchBody = JSON.stringify({
  origin: 'LHR',
  destination: 'JFK',
  departureDate: new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10),
  adultsCount: 1,
});

export const postSearch = (baseUrl: string): Promise<Response> =>
  fetch(`${baseUrl}/api/flights/search`, {
    method: 'POST',
    body: searchBody,
    headers: { 'content-type': 'application/json', 'accept-encoding': 'br' },
  });
