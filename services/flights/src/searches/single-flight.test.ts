import { testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import { connectRedis } from '@fareline/service-kit';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createKeys } from '../redis/keys.ts';
import { searchPaths } from '../testing/duffel-sandbox.ts';
import { uniqueSearch, postSearch, startHarness, type Harness } from '../testing/harness.ts';
import type { SearchResponse } from '@fareline/contracts';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import { searchCacheKey } from './search-key.ts';

let harness: Harness;
const redis = connectRedis(testRedisUrl());
beforeAll(async () => {
  harness = await startHarness({ sandboxEnv: { DUFFEL_SANDBOX_LATENCY_MS: '150' } });
});
afterEach(() => harness.provider.clearFaults());
afterAll(async () => {
  redis.disconnect();
  await harness.close();
});

const searchCalls = () => harness.provider.countSearches();
const lockOf = (prefix: string, query: object) =>
  createKeys(prefix).lock(`search.${searchCacheKey('test', searchRequestSchema.parse(query))}`);

async function replicas(durations = {}) {
  const prefix = uniqueName('flights');
  const both = await Promise.all([
    harness.startReplica(prefix, { durations }),
    harness.startReplica(prefix, { durations }),
  ]);
  return { prefix, both };
}

it('[CACHE-04] a hundred identical searches over two replicas are one provider call', async () => {
  const { both } = await replicas();
  const before = await searchCalls();
  const query = uniqueSearch();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => postSearch(both[index % 2] ?? both[0], query)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect((await searchCalls()) - before).toBe(1);
});

it('[CACHE-04] searches that differ in anything are calls of their own', async () => {
  const { both } = await replicas();
  const before = await searchCalls();
  const query = uniqueSearch();
  const variants = [
    query,
    { ...query, adultsCount: 2 },
    { ...query, cabinClass: 'business' },
    { ...query, returnDate: query.departureDate },
  ];
  await Promise.all(variants.map((variant) => postSearch(both[0], variant)));
  expect((await searchCalls()) - before).toBe(4);
});

it('[CACHE-04] the failure of the one that asks reaches all that wait, at both replicas', async () => {
  const { both } = await replicas();
  const before = await searchCalls();
  await harness.provider.injectFault({
    method: 'POST',
    path: searchPaths,
    kind: 'status',
    status: 401,
    latencyMs: 300,
    times: 50,
  });
  const query = uniqueSearch();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => postSearch(both[index % 2] ?? both[0], query)),
  );
  expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.json().error}`))).toEqual(
    new Set(['502 PROVIDER_UNAVAILABLE']),
  );
  expect((await searchCalls()) - before).toBe(1);
});

it('[CACHE-04] after a failure the next search asks again at once', async () => {
  const { both } = await replicas();
  await harness.provider.injectFault({ method: 'POST', path: searchPaths, kind: 'status', status: 401 });
  const query = uniqueSearch();
  expect((await postSearch(both[0], query)).statusCode).toBe(502);
  expect((await postSearch(both[1], query)).statusCode).toBe(200);
});

it('[CACHE-04] the lock of a holder that died lapses and the search goes on', async () => {
  const { both, prefix } = await replicas({ lockTtl: 300 });
  const query = uniqueSearch();
  await redis.set(lockOf(prefix, query), 'a replica that was killed', 'PX', 300);
  const before = await searchCalls();
  const answers = await Promise.all(both.map((app) => postSearch(app, query)));
  expect(answers.map((answer) => answer.json<SearchResponse>().offers.length)).toEqual([30, 30]);
  expect((await searchCalls()) - before).toBe(1);
});

it('[CACHE-04] a provider slower than the lock keeps its one leader', async () => {
  const { both } = await replicas({ lockTtl: 600 });
  const before = await searchCalls();
  await harness.provider.injectFault({
    method: 'POST',
    path: searchPaths,
    kind: 'latency',
    latencyMs: 2_000,
  });
  const query = uniqueSearch();
  const answers = await Promise.all([0, 1, 0, 1].map((index) => postSearch(both[index] ?? both[0], query)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect((await searchCalls()) - before).toBe(1);
});
