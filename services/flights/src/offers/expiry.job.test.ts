import type { OfferRefresh } from '@fareline/contracts';
import { connectRedis } from '@fareline/service-kit/redis';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import Fastify from 'fastify';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createFlightProvider } from '../duffel/flight-provider.ts';
import { createKeys } from '../redis/keys.ts';
import { findFirstOffer, search, startSharedHarness, uniqueSearch } from '../testing/harness.ts';
import { defaultDurations } from '../durations.ts';
import { expiryHandler } from './expiry.job.ts';
import { createOfferRepository } from './offer.repository.ts';
import { recordView } from './watched-offers.ts';

const redis = connectRedis(testRedisUrl());
const harness = await startSharedHarness();
afterEach(() => harness.provider.clearFaults());
afterAll(() => redis.disconnect());

async function startReplica(durations: Partial<typeof defaultDurations> = {}) {
  const prefix = uniqueName('flights');
  return { prefix, app: await harness.startReplica(prefix, { durations }) };
}
const shared = await startReplica();

/** The job handler on the Redis keys of a replica, a new one if durations are given, with a given budget and a fake queue. */
async function startExpiryJob(durations?: Partial<typeof defaultDurations>, perMinute = 600) {
  const { prefix, app } = durations ? await startReplica(durations) : shared;
  const allDurations = { ...defaultDurations, ...durations };
  const keys = createKeys(prefix);
  const { log } = Fastify();
  const stores = { cache: redis, durable: redis, keys, durations: allDurations, log };
  const offers = createOfferRepository(stores);
  const provider = createFlightProvider(
    {
      DUFFEL_TOKEN_TEST: 'duffel_test_flights',
      DUFFEL_BASE_PATH: harness.provider.url,
      PROVIDER_BUDGET_PER_MINUTE: perMinute,
      BOOKING_CLOSES_MINUTES: 60,
    },
    stores,
  );
  const queue = { isDown: false, scheduled: [] as { id: string; delayMs: number }[] };
  const enqueue = {
    async expiryCheck(id: string, delayMs: number) {
      if (!queue.isDown) queue.scheduled.push({ id, delayMs });
      return !queue.isDown;
    },
  };
  const deps = { ...stores, offers, provider, enqueue };
  const job = expiryHandler(deps);
  const verify = async (id: string) =>
    (await app.inject({ url: `/api/flights/verify-offer/${id}` })).statusCode;
  const view = async (id: string) => {
    const found = await offers.read(id);
    if (found.state === 'stored') await recordView(deps, found.record);
    return found.state;
  };
  return { app, keys, queue, view, verify, run: (offerId: string) => job.run({ offerId }) };
}

const countOfferCalls = () => harness.provider.countCalls('GET', '/air/offers');

it('[PROVIDER-05] checks a viewed offer before its expiry and marks a withdrawn one as expired', async () => {
  const { app, run, view, verify, queue } = await startExpiryJob();
  const { id } = await findFirstOffer(app);
  await view(id);
  expect(queue.scheduled).toEqual([{ id, delayMs: 5 * 60_000 }]);
  await harness.provider.changeOffer(id, { unavailable: true });
  expect(await verify(id)).toBe(200);
  expect(await run(id)).toBeUndefined();
  expect(await verify(id)).toBe(410);
  expect((await app.inject({ url: `/api/flights/offer/${id}` })).json()).toMatchObject({
    error: 'OFFER_EXPIRED',
  });
});

it('[PROVIDER-05] marks an offer as expired that the provider returns with a past expiry', async () => {
  const { app, run, view, verify } = await startExpiryJob();
  const { id } = await findFirstOffer(app);
  await view(id);
  const raw = await harness.provider.fetchResource(`/air/offers/${id}`);
  await harness.provider.injectFault({
    method: 'GET',
    path: `/air/offers/${id}`,
    kind: 'status',
    status: 200,
    body: { data: { ...raw, expires_at: new Date(Date.now() - 1).toISOString() } },
  });
  expect(await run(id)).toBeUndefined();
  expect(await verify(id)).toBe(410);
});

it('[PROVIDER-05] schedules the check before the expiry and watches an offer for 90 seconds after the last view', async () => {
  const { app, keys, view, queue } = await startExpiryJob({ expiryCheckInterval: 24 * 60 * 60_000 });
  const { id, expires_at } = await findFirstOffer(app);
  await view(id);
  const [check] = queue.scheduled;
  expect(Date.now() + (check?.delayMs ?? Infinity)).toBeLessThanOrEqual(Date.parse(expires_at) - 119_000);
  await redis.pexpire(keys.watchedOffer(id), 60_000);
  await view(id);
  const ttl = await redis.pttl(keys.watchedOffer(id));
  expect(ttl).toBeGreaterThan(60_000);
  expect(ttl).toBeLessThanOrEqual(90_000);
});

it('[PROVIDER-05] checks a fresh offer of a booking too', async () => {
  const { app, run, view, verify } = await startExpiryJob();
  const cached = await findFirstOffer(app);
  const { offer } = (
    await app.inject({ method: 'POST', url: `/api/flights/offer/${cached.id}/refresh` })
  ).json<OfferRefresh>();
  await view(offer.id);
  await harness.provider.changeOffer(offer.id, { unavailable: true });
  await run(offer.id);
  expect(await verify(offer.id)).toBe(410);
});

it('[PROVIDER-05] reschedules the check while the offer is watched, but not shortly before its expiry', async () => {
  const { app, run, view } = await startExpiryJob({ expiryCheckInterval: 20_000 });
  const { id } = await findFirstOffer(app);
  await view(id);
  expect(await run(id)).toEqual({ rescheduleInMs: 20_000 });
  const near = await startExpiryJob({ expiryCheckMargin: 40 * 60_000 });
  const expiring = await findFirstOffer(near.app);
  await near.view(expiring.id);
  expect(near.queue.scheduled).toEqual([]);
});

it('[PROVIDER-05] makes no provider call for an offer that is not watched', async () => {
  const { app, run, keys, view } = await startExpiryJob();
  const unwatched = await findFirstOffer(app);
  const neverViewed = await findFirstOffer(app);
  await view(unwatched.id);
  await redis.del(keys.watchedOffer(unwatched.id));
  const before = await countOfferCalls();
  expect(await run(unwatched.id)).toBeUndefined();
  expect(await run(neverViewed.id)).toBeUndefined();
  expect(await countOfferCalls()).toBe(before);
});

it('[PROVIDER-05] keeps the scheduled check during polling and reschedules it when the visitor returns', async () => {
  const { app, keys, view, queue } = await startExpiryJob();
  const { id } = await findFirstOffer(app);
  await view(id);
  await view(id);
  expect(queue.scheduled).toHaveLength(1);
  await redis.del(keys.watchedOffer(id));
  await view(id);
  expect(queue.scheduled).toHaveLength(2);
});

it('[PROVIDER-05] enqueues a check again that the queue rejected or lost', async () => {
  const { app, keys, view, queue } = await startExpiryJob();
  const { id } = await findFirstOffer(app);
  queue.isDown = true;
  expect(await view(id)).toBe('stored');
  queue.isDown = false;
  await eventually(async () => {
    await view(id);
    return queue.scheduled.length === 1 ? true : undefined;
  });
  await redis.set(keys.watchedOffer(id), String(Date.now() - 61_000));
  await view(id);
  expect(queue.scheduled).toHaveLength(2);
});

it('[PROVIDER-05] keeps the offer and reschedules the check when the provider fails', async () => {
  const { app, run, view, verify } = await startExpiryJob();
  const { id } = await findFirstOffer(app);
  await view(id);
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

it('[LIMIT-03] [PROVIDER-06] takes no more than its share of the budget and keeps the offers', async () => {
  const { app, run, view, verify } = await startExpiryJob({}, 60);
  const { offers } = await search(app, uniqueSearch());
  for (const { id } of offers) await view(id);
  const before = await countOfferCalls();
  const reschedules = await Promise.all(offers.map(({ id }) => run(id)));
  expect((await countOfferCalls()) - before).toBe(4);
  expect(reschedules.filter((next) => next?.rescheduleInMs === 30_000)).toHaveLength(offers.length - 4);
  for (const { id } of offers.slice(0, 5)) expect(await verify(id)).toBe(200);
});

it('[PROVIDER-05] enqueues one job per offer, reschedules it when the visitor returns, and runs it', async () => {
  const prefix = uniqueName('flights');
  const app = await harness.startReplica(prefix, {
    withJobs: true,
    durations: { expiryCheckInterval: 60_000 },
  });
  const { id } = await findFirstOffer(app);
  const poll = () => app.inject({ url: `/api/flights/verify-offer/${id}` });
  const readDelayedJobs = () => redis.zrange(`{${prefix}-jobs}:flights:delayed`, '0', '-1', 'WITHSCORES');
  await poll();
  const [jobId, dueTime] = await eventually(async () =>
    (await readDelayedJobs()).length > 0 ? readDelayedJobs() : undefined,
  );
  expect(jobId).toBe(id);
  await redis.del(createKeys(prefix).watchedOffer(id));
  await poll();
  const moved = await eventually(async () => {
    const [, newDueTime] = await readDelayedJobs();
    return newDueTime !== undefined && newDueTime !== dueTime ? readDelayedJobs() : undefined;
  });
  expect(moved).toHaveLength(2);
  expect(Number(moved[1])).toBeGreaterThan(Number(dueTime));

  const other = await harness.startReplica(prefix, { withJobs: true, durations: { expiryCheckInterval: 0 } });
  const before = await countOfferCalls();
  await redis.del(createKeys(prefix).watchedOffer(id));
  await other.inject({ url: `/api/flights/verify-offer/${id}` });
  await eventually(async () => ((await countOfferCalls()) > before ? true : undefined), 15_000);
});
