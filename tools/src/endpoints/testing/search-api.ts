import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  getSystemMode,
  listKnownBrands,
  searchFlights,
  searchFlightsPage,
  wholeListSize,
  type Brand,
  type SearchResponse,
} from '@fareline/contracts';
import { defaultBrand, toPublicBrand } from '@fareline/contracts/schemas';
import {
  createSandboxControl,
  startDuffelSandbox,
  startProgram,
  testAcceptedCallers,
  testCredential,
  testRedisUrl,
  uniqueName,
} from '@fareline/service-kit/testing';
import { createClientAddress } from './http.ts';
import { siteOrigin } from './settings.ts';
import { createVisitor } from './visitor.ts';

/** Answers what the flights service reads of the accounts service: the mode, and one brand. */
async function startAccounts() {
  const answers: Record<string, unknown> = {
    [getSystemMode.path]: { mode: 'test', isLiveMode: false },
    [listKnownBrands.path]: [{ ...defaultBrand, id: 'default' } satisfies Brand],
  };
  const brand = toPublicBrand({ ...defaultBrand, id: 'default' });
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers[url] ?? brand));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** A search of the sandbox's usual 240 offers takes three times as long. */
const fewResults = { DUFFEL_SANDBOX_RESULTS: '80' };

/** The flights service with the provider's sandbox, for tests of front ends that need lists as they are sent. */
export async function startSearchApi() {
  const [accounts, provider] = await Promise.all([startAccounts(), startDuffelSandbox(fewResults)]);
  const { control } = createSandboxControl(provider);
  const flights = await startProgram('services/flights/src/main.ts', {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    SITE_ORIGIN: siteOrigin,
    SERVICE_CREDENTIAL: testCredential('flights'),
    ACCEPTED_CALLERS: testAcceptedCallers,
    TRUSTED_PROXIES: '127.0.0.1',
    ACCOUNTS_URL: accounts.url,
    REDIS_URL: testRedisUrl(),
    JOBS_REDIS_URL: testRedisUrl(),
    REDIS_PREFIX: uniqueName('flights'),
    DUFFEL_TOKEN_TEST: 'duffel_test_flights',
    DUFFEL_BASE_PATH: provider.url,
    PROVIDER_BUDGET_PER_MINUTE: '600',
  });
  return {
    /** The first page of a search and its whole list. `overrides` change what the provider finds, as its README says. */
    async search(body: Record<string, unknown>, overrides?: Record<string, unknown>) {
      const { call } = createVisitor(createClientAddress());
      if (overrides) await control('POST', 'results', overrides);
      const first: SearchResponse = await call(flights.url, searchFlights, { body });
      const query = { ...body, limit: wholeListSize };
      return { first, whole: await call(flights.url, searchFlightsPage, { query }) };
    },
    async stop() {
      await Promise.all([flights.kill(), provider.kill(), accounts.close()]);
    },
  };
}
