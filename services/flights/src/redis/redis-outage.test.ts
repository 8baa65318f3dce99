import { requestTimeoutHeader } from '@fareline/service-kit/deadline';
import { connectRedis } from '@fareline/service-kit/redis';
import { eventually, startFaultProxy, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import type { OfferRefresh } from '@fareline/contracts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Durations } from '../durations.ts';
import { findFirstOffer, postSearch, startHarness, uniqueSearch, type Harness } from '../testing/harness.ts';
import { createKeys } from './keys.ts';

/** A separate database, so that it shares no keys with the cache. */
const otherDatabase = (url: string) => Object.assign(new URL(url), { pathname: '/1' }).href;
const redis = connectRedis(testRedisUrl());
const durable = connectRedis(otherDatabase(testRedisUrl()));
let harness: Harness;
let redisProxy: Awaited<ReturnType<typeof startFaultProxy>>;
beforeAll(async () => {
  harness = await startHarness();
  redisProxy = await startFaultProxy(testRedisUrl());
});
afterEach(() => redisProxy.restore());
afterAll(async () => {
  redis.disconnect();
  durable.disconnect();
  await harness.stop();
  redisProxy.close();
});

/** Starts a replica with both Redis connections through the fault proxy. */
const startBehindProxy = (prefix?: string) =>
  harness.startReplica(prefix, {
    env: { REDIS_URL: redisProxy.url, JOBS_REDIS_URL: redisProxy.url },
    withJobs: true,
  });
/** Starts a replica with only the connection to the durable Redis through the fault proxy. */
const startWithDurableProxy = (prefix: string, durations: Partial<Durations> = {}) =>
  harness.startReplica(prefix, {
    env: { JOBS_REDIS_URL: otherDatabase(redisProxy.url) },
    withJobs: true,
    durations,
  });
const waitForRecovery = (app: FastifyInstance, query: object) =>
  eventually(async () => ((await postSearch(app, query)).statusCode === 200 ? true : undefined));

const callAllEndpoints = (app: FastifyInstance, id: string) =>
  Promise.all([
    postSearch(app, uniqueSearch()),
    app.inject({ url: `/api/flights/offer/${id}` }),
    app.inject({ url: `/api/flights/seatmaps/${id}` }),
    app.inject({ url: `/api/flights/verify-offer/${id}` }),
    app.inject({ method: 'POST', url: `/api/flights/offer/${id}/refresh` }),
  ]);

it.each(['refuse', 'stall'] as const)(
  '[API-31] with Redis in state %s every endpoint returns 503 within seven seconds, then at once, the process stays alive and recovers afterwards',
  async (kind) => {
    const app = await startBehindProxy();
    const { id } = await findFirstOffer(app);
    expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200);
    redisProxy[kind]();
    const scraped = Date.now();
    const metrics = await app.inject('/metrics');
    expect([
      metrics.statusCode,
      metrics.body.match(/^(provider_budget_calls|search_queue_length).*/gm),
    ]).toEqual([200, ['search_queue_length 0']]);
    expect(Date.now() - scraped).toBeLessThan(1_500);
    for (const maxMs of [7_500, 1_500]) {
      const started = Date.now();
      for (const response of await callAllEndpoints(app, id)) {
        expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2']);
        expect(response.json()).toMatchObject({
          error: 'SERVICE_UNAVAILABLE',
          message: expect.stringContaining('not available'),
        });
      }
      expect(Date.now() - started).toBeLessThan(maxMs);
    }
    const ready = await app.inject({ url: '/health/ready' });
    expect([ready.statusCode, ready.json()]).toMatchObject([200, { checks: { redis: 'failing' } }]);
    expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
    redisProxy.restore();
    await waitForRecovery(app, uniqueSearch());
    expect((await app.inject({ url: `/api/flights/offer/${id}` })).statusCode).toBe(200);
  },
);

describe('a restart of the cache', () => {
  const startWithCacheProxy = () => harness.startReplica(undefined, { env: { REDIS_URL: redisProxy.url } });

  it('[API-31][API-36] is waited for by searches and offers', async () => {
    const app = await startWithCacheProxy();
    const query = uniqueSearch();
    const { id } = await findFirstOffer(app, query);
    const send = () => [
      postSearch(app, query),
      postSearch(app, uniqueSearch()),
      app.inject({ url: `/api/flights/offer/${id}` }),
      app.inject({ url: `/api/flights/verify-offer/${id}` }),
    ];
    redisProxy.refuse();
    // The connection is lost by then.
    await expect(redis.ping()).resolves.toBe('PONG');
    const responses = Promise.all(send());
    setTimeout(() => redisProxy.restore(), 800);
    for (const response of await responses)
      expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  });

  it('[API-36] is waited for until the deadline of the request', async () => {
    const app = await startWithCacheProxy();
    const query = uniqueSearch();
    const { id } = await findFirstOffer(app, query);
    redisProxy.refuse();
    const headers = { [requestTimeoutHeader]: '200' };
    const started = Date.now();
    for (const response of await Promise.all([
      app.inject({ method: 'POST', url: '/api/flights/search', payload: query, headers }),
      app.inject({ url: `/api/flights/offer/${id}`, headers }),
    ]))
      expect([response.statusCode, response.json()]).toMatchObject([503, { error: 'SERVICE_UNAVAILABLE' }]);
    expect(Date.now() - started).toBeLessThan(2_000);
  });
});

it('[API-31] starts while Redis is down and works once it is up', async () => {
  redisProxy.refuse();
  const app = await startBehindProxy();
  expect((await postSearch(app, uniqueSearch())).json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
  redisProxy.restore();
  await waitForRecovery(app, uniqueSearch());
});

it('[CACHE-04] coalesces searches across replicas after a lost connection is restored', async () => {
  const prefix = uniqueName('flights');
  const [reconnected, other] = [
    await startWithDurableProxy(prefix),
    await harness.startReplica(prefix, { env: { JOBS_REDIS_URL: otherDatabase(testRedisUrl()) } }),
  ];
  const countBudgetCalls = () => durable.zcard(createKeys(prefix).budget());
  redisProxy.refuse();
  redisProxy.restore();
  // The connection is restored as soon as a search is counted in the shared budget.
  await eventually(async () => {
    const before = await countBudgetCalls();
    await postSearch(reconnected, uniqueSearch());
    return (await countBudgetCalls()) > before ? true : undefined;
  });
  const before = await harness.provider.countSearches();
  const query = uniqueSearch();
  const responses = await Promise.all([postSearch(other, query), postSearch(reconnected, query)]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await harness.provider.countSearches()) - before).toBe(1);
});

it('[API-36] returns OFFER_NOT_FOUND after the cache lost its data', async () => {
  const prefix = uniqueName('flights');
  const app = await startBehindProxy(prefix);
  const query = uniqueSearch();
  const { id } = await findFirstOffer(app, query);
  await redis.del(...(await redis.keys(`${prefix}:*`)));
  expect((await app.inject({ url: `/api/flights/offer/${id}` })).json()).toMatchObject({
    error: 'OFFER_NOT_FOUND',
  });
});

describe('durable Redis', () => {
  const refresh = async (app: FastifyInstance, id: string) =>
    app.inject({ method: 'POST', url: `/api/flights/offer/${id}/refresh` });
  const createFreshOffer = async (app: FastifyInstance) =>
    (await refresh(app, (await findFirstOffer(app)).id)).json<OfferRefresh>().offer.id;
  const verify = async (app: FastifyInstance, id: string) =>
    (await app.inject({ url: `/api/flights/verify-offer/${id}` })).statusCode;

  it.each(['refuse', 'stall'] as const)(
    '[API-31][API-36] in state %s searches work and offers can be opened, refreshed and verified',
    async (kind) => {
      const app = await startWithDurableProxy(uniqueName('flights'));
      const { id } = await findFirstOffer(app);
      const freshOfferId = await createFreshOffer(app);
      redisProxy[kind]();
      const started = Date.now();
      for (const response of await callAllEndpoints(app, id))
        expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
      expect(Date.now() - started).toBeLessThan(15_000);
      expect(await verify(app, freshOfferId)).toBe(200);
      expect(await verify(app, await createFreshOffer(app))).toBe(200);
      expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200);
      redisProxy.restore();
      await waitForRecovery(app, uniqueSearch());
    },
  );

  it('[PROVIDER-01] keeps a fresh offer that the cache has evicted until it expires', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix, {
      env: { JOBS_REDIS_URL: otherDatabase(testRedisUrl()) },
    });
    const freshOfferId = await createFreshOffer(app);
    await redis.del(createKeys(prefix).offer(freshOfferId));
    expect(await verify(app, freshOfferId)).toBe(200);
    await redis.del(...(await redis.keys(`${prefix}:*`)));
    expect(await verify(app, freshOfferId)).toBe(200);
    await harness.provider.changeOffer(freshOfferId, { unavailable: true });
    expect((await app.inject({ url: `/api/flights/offer/${freshOfferId}` })).statusCode).toBe(410);
    expect(await verify(app, freshOfferId)).toBe(410);
  });

  it('[PROVIDER-05] applies the stored expiry during an outage and runs checks after it', async () => {
    const app = await startWithDurableProxy(uniqueName('flights'), {
      minOfferLifetime: 0,
      expiryCheckMargin: 0,
      expiryCheckInterval: 200,
    });
    await harness.provider.advanceClock(-30 * 60_000 + 4_000);
    const expiring = await findFirstOffer(app);
    expect(await verify(app, expiring.id)).toBe(200);
    redisProxy.refuse();
    await eventually(async () => ((await verify(app, expiring.id)) === 410 ? true : undefined));
    await harness.provider.reset();
    const { id } = await findFirstOffer(app);
    await harness.provider.changeOffer(id, { unavailable: true });
    expect(await verify(app, id)).toBe(200);
    redisProxy.restore();
    await eventually(async () => ((await verify(app, id)) === 410 ? true : undefined));
  });
});
