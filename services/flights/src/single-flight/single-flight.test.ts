import { Worker } from 'node:worker_threads';
import { testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import { AppError } from '@fareline/service-kit/app-error';
import type { Client } from '@fareline/service-kit/limits/client';
import { createRequestContext, runInRequestContext } from '@fareline/service-kit/request-context';
import { connectRedis } from '@fareline/service-kit/redis';
import { afterAll, afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { defaultDurations } from '../durations.ts';
import { createKeys } from '../redis/keys.ts';
import { searchPaths } from '../testing/duffel-sandbox.ts';
import { uniqueSearch, postSearch, startSharedHarness } from '../testing/harness.ts';
import type { SearchResponse } from '@fareline/contracts';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import { toSearchKey } from '../searches/search-key.ts';
import { createCompletionEvents } from './completion-events.ts';
import { createSingleFlight } from './single-flight.ts';

const redis = connectRedis(testRedisUrl());
const harness = await startSharedHarness({ sandboxEnv: { DUFFEL_SANDBOX_LATENCY_MS: '150' } });
afterEach(() => harness.provider.clearFaults());
afterAll(() => redis.disconnect());

const lockKey = (prefix: string, query: object) =>
  createKeys(prefix).lock(`search.${toSearchKey('test', searchRequestSchema.parse(query))}`);

async function startTwoReplicas() {
  const prefix = uniqueName('flights');
  const replicas = await Promise.all([harness.startReplica(prefix), harness.startReplica(prefix)]);
  return { prefix, replicas };
}

it('[CACHE-04] makes one provider call for a hundred identical searches at two replicas', async () => {
  const { replicas } = await startTwoReplicas();
  const before = await harness.provider.countSearches();
  const query = uniqueSearch();
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) => postSearch(replicas[index % 2] ?? replicas[0], query)),
  );
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  expect((await harness.provider.countSearches()) - before).toBe(1);
});

it('[CACHE-04] builds a page once for fifty identical searches at a replica, and not again for a cached search', async () => {
  const app = await harness.startReplica();
  const requestPage = vi.spyOn(Worker.prototype, 'postMessage');
  const query = uniqueSearch();
  const postBrotli = () => postSearch(app, query, { 'accept-encoding': 'br' });
  const responses = await Promise.all(Array.from({ length: 50 }, postBrotli));
  responses.push(await postBrotli());
  const pageRequests = requestPage.mock.calls.length;
  requestPage.mockRestore();
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1);
  expect(pageRequests).toBe(1);
});

it('[CACHE-04] makes separate provider calls for different searches', async () => {
  const { replicas } = await startTwoReplicas();
  const before = await harness.provider.countSearches();
  const query = uniqueSearch();
  const variants = [
    query,
    { ...query, adultsCount: 2 },
    { ...query, childrenCount: 1 },
    { ...query, infantsCount: 1 },
    { ...query, cabinClass: 'business' },
    { ...query, returnDate: query.departureDate },
  ];
  await Promise.all(variants.map((variant) => postSearch(replicas[0], variant)));
  expect((await harness.provider.countSearches()) - before).toBe(variants.length);
});

it('[CACHE-04] returns the error of the leader to all followers at both replicas', async () => {
  const keys = createKeys(uniqueName('flights'));
  const subscriber = connectRedis(testRedisUrl());
  const events = createCompletionEvents(subscriber, keys.completions);
  const replicas = [0, 1].map(() =>
    createSingleFlight(redis, keys, events, { ...defaultDurations, failureTtl: 60_000 }),
  );
  const isLeading = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  const load = vi.fn(() => {
    isLeading.resolve();
    return answer.promise;
  });
  const read = async () => undefined;
  const searches = Array.from({ length: 20 }, (_, index) =>
    replicas[index % 2]!.run({ key: 'search', read, load }),
  );
  // Both replicas have asked for the lock by then, in commands of one connection.
  await isLeading.promise;
  answer.reject(new AppError('PROVIDER_UNAVAILABLE'));
  const outcomes = await Promise.allSettled(searches);
  expect(outcomes).toEqual(
    outcomes.map(() => ({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'PROVIDER_UNAVAILABLE' }),
    })),
  );
  expect(load).toHaveBeenCalledOnce();
  subscriber.disconnect();
});

it('[CACHE-04] calls the provider again for the next search after a failure', async () => {
  const { replicas } = await startTwoReplicas();
  await harness.provider.injectFault({ method: 'POST', path: searchPaths, kind: 'status', status: 401 });
  const query = uniqueSearch();
  expect((await postSearch(replicas[0], query)).statusCode).toBe(502);
  expect((await postSearch(replicas[1], query)).statusCode).toBe(200);
});

it('[CACHE-04] searches after the lock of a crashed leader has expired', async () => {
  // Only the lock of the crashed leader is short: a busy machine renews that of the next one too late.
  const { replicas, prefix } = await startTwoReplicas();
  const query = uniqueSearch();
  await redis.set(lockKey(prefix, query), 'crashed leader', 'PX', 300);
  const before = await harness.provider.countSearches();
  const responses = await Promise.all(replicas.map((app) => postSearch(app, query)));
  expect(responses.map((response) => response.json<SearchResponse>().offers.length)).toEqual([30, 30]);
  expect((await harness.provider.countSearches()) - before).toBe(1);
});

it('[CACHE-04] a leader whose lock has expired does not release the lock of the next one', async () => {
  const keys = createKeys(uniqueName('flights'));
  const subscriber = connectRedis(testRedisUrl());
  const events = createCompletionEvents(subscriber, keys.completions);
  const singleFlight = createSingleFlight(redis, keys, events, defaultDurations);
  const result = await singleFlight.run({
    key: 'slow',
    read: async () => undefined,
    async load() {
      await redis.set(keys.lock('slow'), 'next leader', 'PX', 60_000);
      return 'result';
    },
  });
  expect([result, await redis.get(keys.lock('slow'))]).toEqual(['result', 'next leader']);
  subscriber.disconnect();
});

it.each([
  ['the same replica', false],
  ['another replica', true],
])(
  '[LIMIT-02] a follower at %s tries itself when the leader is over a limit of its client, but not for the same client',
  async (_name, isOtherReplica) => {
    const keys = createKeys(uniqueName('flights'));
    const subscriber = connectRedis(testRedisUrl());
    const events = createCompletionEvents(subscriber, keys.completions);
    const createReplica = () => createSingleFlight(redis, keys, events, defaultDurations);
    const leaderReplica = createReplica();
    const followerReplica = isOtherReplica ? createReplica() : leaderReplica;
    const toClient = (name: string): Client => [{ kind: 'network', name }];
    const isLeading = Promise.withResolvers<void>();
    const limit = Promise.withResolvers<string>();
    const read = async () => undefined;
    const refused = leaderReplica.run({
      ...{ key: 'search', read, client: toClient('hostile') },
      load() {
        isLeading.resolve();
        return limit.promise;
      },
    });
    await isLeading.promise;
    const load = async () => 'result';
    const loadOfSameClient = vi.fn(load);
    const same = leaderReplica.run({
      key: 'search',
      read,
      load: loadOfSameClient,
      client: toClient('hostile'),
    });
    const follower = followerReplica.run({ key: 'search', read, load, client: toClient('other') });
    limit.reject(new AppError('TOO_MANY_REQUESTS'));
    await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect(same).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(loadOfSameClient).not.toHaveBeenCalled();
    expect(await follower).toBe('result');
    subscriber.disconnect();
  },
);

it('[CACHE-04] renews the lock so that a call longer than its TTL has one leader', async () => {
  const keys = createKeys(uniqueName('flights'));
  const subscriber = connectRedis(testRedisUrl());
  const events = createCompletionEvents(subscriber, keys.completions);
  const lockTtl = 60_000;
  const [leader, other] = [0, 1].map(() =>
    createSingleFlight(redis, keys, events, { ...defaultDurations, lockTtl }),
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let stored: string | undefined;
  const read = async () => stored;
  const loadOfOther = vi.fn(async () => 'another result');
  const follower = Promise.withResolvers<string>();
  const result = await leader!.run({
    key: 'long',
    read,
    async load() {
      other!.run({ key: 'long', read, load: loadOfOther }).then(follower.resolve, follower.reject);
      for (let renewals = 0; renewals < 4; renewals += 1) {
        // The lock has as much time left as when its renewal is due.
        await redis.pexpire(keys.lock('long'), (lockTtl * 2) / 3);
        vi.advanceTimersByTime(lockTtl / 3);
        await vi.waitFor(
          async () => expect(await redis.pttl(keys.lock('long'))).toBeGreaterThan((lockTtl * 2) / 3),
          { timeout: 20_000 },
        );
      }
      return (stored = 'result');
    },
  });
  vi.useRealTimers();
  expect([result, await follower.promise]).toEqual(['result', 'result']);
  expect(loadOfOther).not.toHaveBeenCalled();
  subscriber.disconnect();
});

it('[CACHE-04] loads for all who wait when the first of them waits no longer, and for nobody nothing', async () => {
  const keys = createKeys(uniqueName('flights'));
  const singleFlight = createSingleFlight(redis, keys, { subscribe: vi.fn() }, defaultDurations);
  const loaded = Promise.withResolvers<string>();
  const load = vi.fn(() => loaded.promise);
  const coalesce = () => singleFlight.coalesce('key', load);
  const waitFor = (msLeft: number) =>
    runInRequestContext({ ...createRequestContext(), deadline: Date.now() + msLeft }, coalesce);
  // The clock stands still, so that the first call is never too late to begin. Timers run.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await expect(waitFor(0)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(load).not.toHaveBeenCalled();
  const [hasty, patient] = [waitFor(20), coalesce()];
  await expect(hasty).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  loaded.resolve('found');
  expect(await patient).toBe('found');
  expect(load).toHaveBeenCalledOnce();
});
