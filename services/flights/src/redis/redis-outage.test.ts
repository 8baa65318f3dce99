import { connectRedis } from '@fareline/service-kit';
import { eventually, startRedisFaultProxy, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import type { OfferRefresh } from '@fareline/contracts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFirstOffer, uniqueSearch, postSearch, startHarness, type Harness } from '../testing/harness.ts';
import type { Durations } from '../durations.ts';
import { createKeys } from './keys.ts';

/** In another database than the cache's, so that the two have no key in common. */
const otherDatabase = (url: string) => Object.assign(new URL(url), { pathname: '/1' }).href;
const redis = connectRedis(testRedisUrl());
const durable = connectRedis(otherDatabase(testRedisUrl()));
let harness: Harness;
let gate: Awaited<ReturnType<typeof startRedisFaultProxy>>;
beforeAll(async () => {
  harness = await startHarness();
  gate = await startRedisFaultProxy(testRedisUrl());
});
afterEach(() => gate.restore());
afterAll(async () => {
  redis.disconnect();
  durable.disconnect();
  await harness.close();
  gate.close();
});

/** A replica whose way to all of Redis can be shut. */
const replica = (prefix?: string) =>
  harness.startReplica(prefix, { env: { REDIS_URL: gate.url, JOBS_REDIS_URL: gate.url }, withJobs: true });
/** A replica whose way to the Redis of locks, budget, own offers and jobs can be shut. */
const withoutJobs = (prefix: string, durations: Partial<Durations> = {}) =>
  harness.startReplica(prefix, {
    env: { JOBS_REDIS_URL: otherDatabase(gate.url) },
    withJobs: true,
    durations,
  });
const worksAgain = (app: FastifyInstance, query: object) =>
  eventually(async () => ((await postSearch(app, query)).statusCode === 200 ? true : undefined));

const everyCall = (app: FastifyInstance, id: string) =>
  Promise.all([
    postSearch(app, uniqueSearch()),
    app.inject({ url: `/api/flights/offer/${id}` }),
    app.inject({ url: `/api/flights/seatmaps/${id}` }),
    app.inject({ url: `/api/flights/verify-offer/${id}` }),
    app.inject({ method: 'POST', url: `/api/flights/offer/${id}/refresh` }),
  ]);

it.each(['refuse', 'stall'] as const)(
  '[API-31] with the way to Redis %s every call has its sentence soon, the process lives, and works again afterwards',
  async (kind) => {
    const app = await replica();
    const { id } = await findFirstOffer(app);
    expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200);
    gate[kind]();
    const started = Date.now();
    for (const answer of await everyCall(app, id)) {
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({
        error: 'SERVICE_UNAVAILABLE',
        message: expect.stringContaining('not available'),
      });
    }
    expect(Date.now() - started).toBeLessThan(4_500);
    expect((await app.inject({ url: '/health/ready' })).json()).toMatchObject({ checks: { redis: 'down' } });
    expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
    gate.restore();
    await worksAgain(app, uniqueSearch());
    expect((await app.inject({ url: `/api/flights/offer/${id}` })).statusCode).toBe(200);
  },
);

it('[API-31] starts without Redis and works once it is there', async () => {
  gate.refuse();
  const app = await replica();
  expect((await postSearch(app, uniqueSearch())).json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
  gate.restore();
  await worksAgain(app, uniqueSearch());
});

it('[CACHE-04] waiters at another replica hear of a landing after the connection was lost', async () => {
  const prefix = uniqueName('flights');
  const [cut, other] = [
    await withoutJobs(prefix),
    await harness.startReplica(prefix, { env: { JOBS_REDIS_URL: otherDatabase(testRedisUrl()) } }),
  ];
  const used = () => durable.zcard(createKeys(prefix).budget);
  gate.refuse();
  gate.restore();
  // A search that the shared budget counts was made over the connection.
  await eventually(async () => {
    const before = await used();
    await postSearch(cut, uniqueSearch());
    return (await used()) > before ? true : undefined;
  });
  const before = await harness.provider.countSearches();
  const query = uniqueSearch();
  const answers = await Promise.all([postSearch(other, query), postSearch(cut, query)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await harness.provider.countSearches()) - before).toBe(1);
});

it('[API-36] a cache that lost everything says so and goes on', async () => {
  const prefix = uniqueName('flights');
  const app = await replica(prefix);
  const query = uniqueSearch();
  const { id } = await findFirstOffer(app, query);
  await redis.del(...(await redis.keys(`${prefix}:*`)));
  expect((await app.inject({ url: `/api/flights/offer/${id}` })).json()).toMatchObject({
    error: 'OFFER_NOT_FOUND',
  });
});

describe('the Redis that never evicts', () => {
  const exchange = async (app: FastifyInstance, id: string) =>
    app.inject({ method: 'POST', url: `/api/flights/offer/${id}/refresh` });
  const getFreshOffer = async (app: FastifyInstance) =>
    (await exchange(app, (await findFirstOffer(app)).id)).json<OfferRefresh>().offer.id;
  const verify = async (app: FastifyInstance, id: string) =>
    (await app.inject({ url: `/api/flights/verify-offer/${id}` })).statusCode;

  it.each(['refuse', 'stall'] as const)(
    '[API-31][API-36] with the way to it %s, searches are made and offers opened, exchanged and checked',
    async (kind) => {
      const app = await withoutJobs(uniqueName('flights'));
      const { id } = await findFirstOffer(app);
      const own = await getFreshOffer(app);
      gate[kind]();
      const started = Date.now();
      for (const answer of await everyCall(app, id))
        expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
      expect(Date.now() - started).toBeLessThan(15_000);
      expect(await verify(app, own)).toBe(200);
      expect(await verify(app, await getFreshOffer(app))).toBe(200);
      expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200);
      gate.restore();
      await worksAgain(app, uniqueSearch());
    },
  );

  it('[PROVIDER-01] keeps an own offer that the cache has evicted, until it ends', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix, {
      env: { JOBS_REDIS_URL: otherDatabase(testRedisUrl()) },
    });
    const own = await getFreshOffer(app);
    await redis.del(createKeys(prefix).offer(own));
    expect(await verify(app, own)).toBe(200);
    await redis.del(...(await redis.keys(`${prefix}:*`)));
    expect(await verify(app, own)).toBe(200);
    await harness.provider.changeOffer(own, { unavailable: true });
    expect((await app.inject({ url: `/api/flights/offer/${own}` })).statusCode).toBe(410);
    expect(await verify(app, own)).toBe(410);
  });

  it('[PROVIDER-05] away while offers expire, the stored expiry counts; back again, checks run', async () => {
    const app = await withoutJobs(uniqueName('flights'), {
      minOfferLifetime: 0,
      expiryCheckMargin: 0,
      expiryCheckInterval: 200,
    });
    await harness.provider.advanceClock(-30 * 60_000 + 4_000);
    const ending = await findFirstOffer(app);
    expect(await verify(app, ending.id)).toBe(200);
    gate.refuse();
    await eventually(async () => ((await verify(app, ending.id)) === 410 ? true : undefined));
    await harness.provider.reset();
    const { id } = await findFirstOffer(app);
    await harness.provider.changeOffer(id, { unavailable: true });
    expect(await verify(app, id)).toBe(200);
    gate.restore();
    await eventually(async () => ((await verify(app, id)) === 410 ? true : undefined));
  });
});
