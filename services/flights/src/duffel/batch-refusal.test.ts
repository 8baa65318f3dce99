import type { Mode } from '@fareline/contracts';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import { connectRedis } from '@fareline/service-kit/redis';
import { testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultDurations } from '../durations.ts';
import { createKeys } from '../redis/keys.ts';
import { searchPaths, startProviderSandbox } from '../testing/duffel-sandbox.ts';
import { uniqueSearch } from '../testing/harness.ts';
import { createFlightProvider } from './flight-provider.ts';

let sandbox: Awaited<ReturnType<typeof startProviderSandbox>>;
const durable = connectRedis(testRedisUrl());
beforeAll(async () => {
  sandbox = await startProviderSandbox();
});
afterEach(() => sandbox.reset());
afterAll(async () => {
  durable.disconnect();
  await sandbox.close();
});

function createProvider(durations: Partial<typeof defaultDurations> = {}) {
  const logged: string[] = [];
  const log = { warn: (_: object, message: string) => void logged.push(message) };
  const provider = createFlightProvider(
    {
      ...{ DUFFEL_TOKEN_TEST: 'duffel_test_flights', DUFFEL_TOKEN_LIVE: 'duffel_live_flights' },
      ...{ DUFFEL_BASE_PATH: sandbox.url, PROVIDER_BUDGET_PER_MINUTE: 600, BOOKING_CLOSES_MINUTES: 60 },
    },
    {
      ...{ durable, keys: createKeys(uniqueName('flights')), log: log as FastifyBaseLogger },
      durations: { ...defaultDurations, retryDelay: 1, ...durations },
    },
  );
  const query = () => searchRequestSchema.parse(uniqueSearch());
  return {
    logged,
    search: (mode: Mode) => provider.searchWithProgress(mode, query(), undefined, async () => undefined),
  };
}

const refuse = (fault: object) =>
  sandbox.injectFault({ method: 'POST', path: '/air/batch_offer_requests', kind: 'status', ...fault });
const countCalls = async () => [
  await sandbox.countCalls('POST', '/air/batch_offer_requests'),
  await sandbox.countCalls('POST', '/air/offer_requests'),
];
const unavailableFeature = { errors: [{ type: 'invalid_request_error', code: 'unavailable_feature' }] };

describe('an account without searches in batches', () => {
  it.each([
    ['test', { status: 403 }],
    ['live', { status: 403 }],
    ['test', { status: 404 }],
    ['live', { status: 404 }],
    ['test', { status: 400, body: unavailableFeature }],
  ] as const)('[PROVIDER-11] in %s mode, after %j, searches in one call', async (mode, fault) => {
    const { search, logged } = createProvider();
    await refuse(fault);
    expect((await search(mode)).offers.length).toBeGreaterThan(0);
    expect(await countCalls()).toEqual([1, 1]);
    // The provider would accept the next one, so it was not asked.
    await search(mode);
    expect(await countCalls()).toEqual([1, 2]);
    expect(logged).toEqual(['provider call failed', expect.stringContaining('cannot search in batches')]);
    await search(mode === 'test' ? 'live' : 'test');
    expect(await countCalls()).toEqual([2, 2]);
  });

  it('[PROVIDER-11] is asked again after a while', async () => {
    const { search } = createProvider({ batchRefusalTtl: 0 });
    await refuse({ status: 403 });
    await search('test');
    await search('test');
    expect(await countCalls()).toEqual([2, 1]);
  });

  it('[PROVIDER-11] is logged once for concurrent searches', async () => {
    const { search, logged } = createProvider();
    await refuse({ status: 403, times: 3 });
    await Promise.all([search('test'), search('test'), search('test')]);
    expect(logged.filter((message) => message.includes('cannot search in batches'))).toHaveLength(1);
  });
});

describe('an account that may not search at all', () => {
  it.each([403, 404])('[PROVIDER-11] gets the error of the search in one call after %i', async (status) => {
    const { search, logged } = createProvider();
    await sandbox.injectFault({ method: 'POST', path: searchPaths, kind: 'status', status, times: 2 });
    await expect(search('test')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(await countCalls()).toEqual([1, 1]);
    expect(logged).toEqual(['provider call failed', 'provider call failed']);
    // Nothing is known about searches in batches, so they are tried again.
    await search('test');
    expect(await countCalls()).toEqual([2, 1]);
  });

  it('[PROVIDER-11] gets the error of the search in batches after a rejected token', async () => {
    const { search } = createProvider();
    await refuse({ status: 401 });
    await expect(search('test')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(await countCalls()).toEqual([1, 0]);
  });
});
