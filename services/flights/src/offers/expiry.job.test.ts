import type { OfferExchange } from '@fareline/contracts';
import { connectRedis } from '@fareline/service-kit';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createProviderBudget } from '../duffel/provider-budget.ts';
import { createProvider } from '../duffel/provider.ts';
import { keysOf } from '../redis/keys.ts';
import { firstOffer, startRig, type Rig } from '../testing/rig.ts';
import { defaultTimings } from '../timings.ts';
import { expiryJobHandler } from './expiry.job-handler.ts';
import { createOfferStore } from './offer-store.ts';
import { createOfferWatch } from './offer-watch.ts';

let rig: Rig;
const redis = connectRedis(testRedisUrl());
beforeAll(async () => {
  rig = await startRig();
});
afterEach(() => rig.provider.clearFaults());
afterAll(async () => {
  redis.disconnect();
  await rig.close();
});

/** A replica, and the job over the same keys with a budget of its own size. */
async function watched(timings: Partial<typeof defaultTimings> = {}, perMinute = 600) {
  const prefix = uniqueName('flights');
  const app = await rig.replica(prefix, { timings: { watchEvery: 0, ...timings } });
  const all = { ...defaultTimings, watchEvery: 0, ...timings };
  const keys = keysOf(prefix);
  const { log } = Fastify();
  const offers = createOfferStore(redis, keys, all);
  const provider = createProvider({
    tokens: { test: 'duffel_test_flights', live: undefined },
    basePath: rig.provider.url,
    budget: createProviderBudget(redis, keys, perMinute, all),
    timings: all,
    log,
  });
  const job = expiryJobHandler({ provider, offers, watch: createOfferWatch(redis, keys, all), log });
  const verify = async (id: string) =>
    (await app.inject({ url: `/api/flights/verify-offer/${id}` })).statusCode;
  return { app, keys, run: () => job.run({}), verify };
}

const offerCalls = () => rig.provider.calls('GET', '/air/offers');

it('[PROVIDER-05] an offer that somebody looks at is checked ahead of its end, and one that is gone is answered as expired', async () => {
  const { app, run, verify } = await watched();
  const { id } = await firstOffer(app);
  expect(await verify(id)).toBe(200);
  await rig.provider.changeOffer(id, { unavailable: true });
  expect(await verify(id)).toBe(200);
  await run();
  expect(await verify(id)).toBe(410);
  expect((await app.inject({ url: `/api/flights/offer/${id}` })).json()).toMatchObject({
    error: 'OFFER_EXPIRED',
  });
});

it('[PROVIDER-05] an own offer in a booking is watched too', async () => {
  const { app, run, verify } = await watched();
  const shared = await firstOffer(app);
  const { offer } = (
    await app.inject({ method: 'POST', url: `/api/flights/offer/${shared.id}/exchange` })
  ).json<OfferExchange>();
  await rig.provider.changeOffer(offer.id, { unavailable: true });
  await run();
  expect(await verify(offer.id)).toBe(410);
});

it('[PROVIDER-05] offers that nobody looks at cost nothing', async () => {
  const { app, run, keys, verify } = await watched();
  const left = await firstOffer(app);
  await firstOffer(app);
  await verify(left.id);
  await redis.del(keys.seen(left.id));
  const before = await offerCalls();
  await run();
  expect(await offerCalls()).toBe(before);
});

it('[PROVIDER-05] polls do not bring the next check nearer or push it away', async () => {
  const { app, run, keys, verify } = await watched({ watchEvery: 60_000 });
  const { id } = await firstOffer(app);
  await verify(id);
  const planned = await redis.zscore(keys.watched, id);
  await verify(id);
  expect(await redis.zscore(keys.watched, id)).toBe(planned);
  const before = await offerCalls();
  await run();
  expect(await offerCalls()).toBe(before);
});

it('[PROVIDER-05] a provider that fails ends no offer, and is asked again later', async () => {
  const { app, run, keys, verify } = await watched();
  const { id } = await firstOffer(app);
  await verify(id);
  await rig.provider.fault({
    method: 'GET',
    path: `/air/offers/${id}`,
    kind: 'status',
    status: 500,
    times: 2,
  });
  await run();
  expect(await verify(id)).toBe(200);
  expect(Number(await redis.zscore(keys.watched, id))).toBeGreaterThan(Date.now());
});

it('[PROVIDER-06] over budget the job waits for nothing and asks nothing', async () => {
  const { app, run, verify } = await watched({}, 6);
  for (let count = 0; count < 4; count++) await firstOffer(app);
  const { id } = await firstOffer(app);
  await verify(id);
  const before = await offerCalls();
  const started = Date.now();
  await run();
  expect(await offerCalls()).toBe(before);
  expect(Date.now() - started).toBeLessThan(1_000);
  expect(await verify(id)).toBe(200);
});

it('[PROVIDER-05] the job runs by itself', async () => {
  const prefix = uniqueName('flights');
  const app = await rig.replica(prefix, { withJobs: true, timings: { watchEvery: 0 } });
  const { id } = await firstOffer(app);
  const before = await offerCalls();
  await app.inject({ url: `/api/flights/verify-offer/${id}` });
  await eventually(async () => ((await offerCalls()) > before ? true : undefined), 15_000);
});
