import { connectRedis } from '@fareline/service-kit';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startRedisGate } from '../testing/redis-gate.ts';
import { firstOffer, freshSearch, post, startRig, type Rig } from '../testing/rig.ts';
import { keysOf } from './keys.ts';

let rig: Rig;
let gate: Awaited<ReturnType<typeof startRedisGate>>;
beforeAll(async () => {
  rig = await startRig();
  gate = await startRedisGate(testRedisUrl());
});
afterEach(() => gate.open());
afterAll(async () => {
  await rig.close();
  gate.close();
});

const replica = (prefix?: string) =>
  rig.replica(prefix, { env: { REDIS_URL: gate.url, JOBS_REDIS_URL: gate.url }, withJobs: true });
const worksAgain = (app: FastifyInstance, query: object) =>
  eventually(async () => ((await post(app, query)).statusCode === 200 ? true : undefined));

const everyCall = (app: FastifyInstance, id: string) =>
  Promise.all([
    post(app, freshSearch()),
    app.inject({ url: `/api/flights/offer/${id}` }),
    app.inject({ url: `/api/flights/seatmaps/${id}` }),
    app.inject({ url: `/api/flights/verify-offer/${id}` }),
    app.inject({ method: 'POST', url: `/api/flights/offer/${id}/exchange` }),
  ]);

it.each(['shut', 'silence'] as const)(
  '[API-31] with the way to Redis %s every call has its sentence soon, the process lives, and works again afterwards',
  async (kind) => {
    const app = await replica();
    const { id } = await firstOffer(app);
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
    gate.open();
    await worksAgain(app, freshSearch());
    expect((await app.inject({ url: `/api/flights/offer/${id}` })).statusCode).toBe(200);
  },
);

it('[API-31] starts without Redis and works once it is there', async () => {
  gate.shut();
  const app = await replica();
  expect((await post(app, freshSearch())).json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
  gate.open();
  await worksAgain(app, freshSearch());
});

it('[CACHE-04] waiters at another replica hear of a landing after the connection was lost', async () => {
  const prefix = uniqueName('flights');
  const [cut, other] = [await replica(prefix), await rig.replica(prefix)];
  gate.shut();
  gate.open();
  await worksAgain(cut, freshSearch());
  const before = await rig.provider.searches();
  const query = freshSearch();
  const answers = await Promise.all([post(other, query), post(cut, query)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await rig.provider.searches()) - before).toBe(1);
});

it('[API-36] a cache that lost everything says so and goes on', async () => {
  const prefix = uniqueName('flights');
  const app = await replica(prefix);
  const query = freshSearch();
  const { id } = await firstOffer(app, query);
  const redis = connectRedis(testRedisUrl());
  await eventually(() => (redis.status === 'ready' ? true : undefined));
  await redis.del(keysOf(prefix).offer(id), keysOf(prefix).endedOffer(id));
  redis.disconnect();
  expect((await app.inject({ url: `/api/flights/offer/${id}` })).json()).toMatchObject({
    error: 'OFFER_NOT_FOUND',
  });
});
