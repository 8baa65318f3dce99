import type { OfferRefresh } from '@fareline/contracts';
import { connectRedis } from '@fareline/service-kit';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createProviderBudget } from '../duffel/provider-budget.ts';
import { createFlightProvider } from '../duffel/flight-provider.ts';
import { createKeys } from '../redis/keys.ts';
import { findFirstOffer, startHarness, type Harness } from '../testing/harness.ts';
import { defaultDurations } from '../durations.ts';
import { expiryJobHandler } from './expiry.job-handler.ts';
import { createOfferStore } from './offer-store.ts';
import { createWatchedOffers } from './watched-offers.ts';

let harness: Harness;
const redis = connectRedis(testRedisUrl());
beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => harness.provider.clearFaults());
afterAll(async () => {
  redis.disconnect();
  await harness.close();
});

/** A replica, and the job over the same keys with a budget of its own size and a queue that the test looks into. */
async function watched(durations: Partial<typeof defaultDurations> = {}, perMinute = 600) {
  const prefix = uniqueName('flights');
  const all = { ...defaultDurations, ...durations };
  const keys = createKeys(prefix);
  const { log } = Fastify();
  const offers = createOfferStore({ cache: redis, durable: redis }, keys, all);
  const provider = createFlightProvider({
    tokens: { test: 'duffel_test_flights', live: undefined },
    basePath: harness.provider.url,
    budget: createProviderBudget(redis, keys, perMinute, all),
    durations: all,
    log,
  });
  const queue = { isDown: false, planned: [] as { id: string; delayMs: number }[] };
  const watch = createWatchedOffers(redis, keys, all, async (id, delayMs) => {
    if (!queue.isDown) queue.planned.push({ id, delayMs });
    return !queue.isDown;
  });
  const job = expiryJobHandler({ provider, offers, watchedOffers: watch, log });
  const app = await harness.startReplica(prefix, { durations });
  const verify = async (id: string) =>
    (await app.inject({ url: `/api/flights/verify-offer/${id}` })).statusCode;
  const look = async (id: string) => {
    const found = await offers.read(id);
    if (found.state === 'stored') await watch.recordView(found.record);
    return found.state;
  };
  return { app, keys, queue, look, verify, run: (offerId: string) => job.run({ offerId }) };
}

const offerCalls = () => harness.provider.countCalls('GET', '/air/offers');

it('[PROVIDER-05] an offer that a visitor looks at is checked ahead of its end, and one that is gone is answered as expired', async () => {
  const { app, run, look, verify, queue } = await watched();
  const { id } = await findFirstOffer(app);
  await look(id);
  expect(queue.planned).toEqual([{ id, delayMs: 5 * 60_000 }]);
  await harness.provider.changeOffer(id, { unavailable: true });
  expect(await verify(id)).toBe(200);
  expect(await run(id)).toBeUndefined();
  expect(await verify(id)).toBe(410);
  expect((await app.inject({ url: `/api/flights/offer/${id}` })).json()).toMatchObject({
    error: 'OFFER_EXPIRED',
  });
});

it('[PROVIDER-05] an own offer in a booking is checked too', async () => {
  const { app, run, look, verify } = await watched();
  const shared = await findFirstOffer(app);
  const { offer } = (
    await app.inject({ method: 'POST', url: `/api/flights/offer/${shared.id}/refresh` })
  ).json<OfferRefresh>();
  await look(offer.id);
  await harness.provider.changeOffer(offer.id, { unavailable: true });
  await run(offer.id);
  expect(await verify(offer.id)).toBe(410);
});

it('[PROVIDER-05] the check runs again for as long as the offer is watched, and not once its end is near', async () => {
  const { app, run, look } = await watched({ expiryCheckInterval: 20_000 });
  const { id } = await findFirstOffer(app);
  await look(id);
  expect(await run(id)).toEqual({ rescheduleInMs: 20_000 });
  const near = await watched({ expiryCheckMargin: 40 * 60_000 });
  const ending = await findFirstOffer(near.app);
  await near.look(ending.id);
  expect(near.queue.planned).toEqual([]);
});

it('[PROVIDER-05] an offer that is watched no more costs nothing', async () => {
  const { app, run, keys, look } = await watched();
  const left = await findFirstOffer(app);
  const never = await findFirstOffer(app);
  await look(left.id);
  await redis.del(keys.watchedOffer(left.id));
  const before = await offerCalls();
  expect(await run(left.id)).toBeUndefined();
  expect(await run(never.id)).toBeUndefined();
  expect(await offerCalls()).toBe(before);
});

it('[PROVIDER-05] polls leave the check where it is; a visitor who comes back moves it', async () => {
  const { app, keys, look, queue } = await watched();
  const { id } = await findFirstOffer(app);
  await look(id);
  await look(id);
  expect(queue.planned).toHaveLength(1);
  await redis.del(keys.watchedOffer(id));
  await look(id);
  expect(queue.planned).toHaveLength(2);
});

it('[PROVIDER-05] a check that the queue did not take, or has lost, is put in by a later poll', async () => {
  const { app, keys, look, queue } = await watched();
  const { id } = await findFirstOffer(app);
  queue.isDown = true;
  expect(await look(id)).toBe('stored');
  queue.isDown = false;
  await eventually(async () => {
    await look(id);
    return queue.planned.length === 1 ? true : undefined;
  });
  await redis.set(keys.watchedOffer(id), String(Date.now() - 61_000));
  await look(id);
  expect(queue.planned).toHaveLength(2);
});

it('[PROVIDER-05] a provider that fails ends no offer, and is asked again later', async () => {
  const { app, run, look, verify } = await watched();
  const { id } = await findFirstOffer(app);
  await look(id);
  await harness.provider.injectFault({
    method: 'GET',
    path: `/air/offers/${id}`,
    kind: 'status',
    status: 500,
    times: 2,
  });
  expect(await run(id)).toEqual({ rescheduleInMs: 30_000 });
  expect(await verify(id)).toBe(200);
});

it('[PROVIDER-06] over budget the job waits for nothing and asks nothing', async () => {
  const { app, run, look, verify } = await watched({}, 6);
  for (let count = 0; count < 4; count++) await findFirstOffer(app);
  const { id } = await findFirstOffer(app);
  await look(id);
  const before = await offerCalls();
  const started = Date.now();
  await run(id);
  expect(await offerCalls()).toBe(before);
  expect(Date.now() - started).toBeLessThan(1_000);
  expect(await verify(id)).toBe(200);
});

it('[PROVIDER-05] the queue keeps one job an offer, moves it when the visitor comes back, and runs it', async () => {
  const prefix = uniqueName('flights');
  const app = await harness.startReplica(prefix, {
    withJobs: true,
    durations: { expiryCheckInterval: 60_000 },
  });
  const { id } = await findFirstOffer(app);
  const poll = () => app.inject({ url: `/api/flights/verify-offer/${id}` });
  const waiting = () => redis.zrange(`{${prefix}-jobs}:flights:delayed`, '0', '-1', 'WITHSCORES');
  await poll();
  const [jobId, due] = await eventually(async () => ((await waiting()).length > 0 ? waiting() : undefined));
  expect(jobId).toBe(id);
  await redis.del(createKeys(prefix).watchedOffer(id));
  await poll();
  const moved = await eventually(async () => {
    const [, now] = await waiting();
    return now !== undefined && now !== due ? waiting() : undefined;
  });
  expect(moved).toHaveLength(2);
  expect(Number(moved[1])).toBeGreaterThan(Number(due));

  const other = await harness.startReplica(prefix, { withJobs: true, durations: { expiryCheckInterval: 0 } });
  const before = await offerCalls();
  await redis.del(createKeys(prefix).watchedOffer(id));
  await other.inject({ url: `/api/flights/verify-offer/${id}` });
  await eventually(async () => ((await offerCalls()) > before ? true : undefined), 15_000);
});
