import type { PriceCalendar } from '@fareline/contracts';
import { connectRedis } from '@fareline/service-kit';
import {
  eventually,
  startRedisFaultProxy,
  testRedisUrl,
  testSmallCacheUrl,
  uniqueName,
} from '@fareline/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKeys } from '../redis/keys.ts';
import { dateInDays, search, startHarness, type Harness } from '../testing/harness.ts';
import { defaultDurations } from '../durations.ts';
import { createPriceCalendarRepository } from './price-calendar.repository.ts';

let harness: Harness;
const redis = connectRedis(testRedisUrl());
beforeAll(async () => {
  harness = await startHarness();
});
afterEach(async () => {
  harness.accounts.state.mode = 'test';
  await harness.provider.reset();
});
afterAll(async () => {
  redis.disconnect();
  await harness.stop();
});

const trip = { origin: 'LHR', destination: 'JFK', adultsCount: '1' };
async function readCalendar(app: FastifyInstance, query: Record<string, string> = {}, headers = {}) {
  const url = `/api/flights/price-calendar?${new URLSearchParams({ ...trip, ...query })}`;
  const response = await app.inject({ url, headers });
  expect(response.statusCode).toBe(200);
  return response.json<PriceCalendar>().days;
}
const waitForDays = (app: FastifyInstance, query: Record<string, string> = {}) =>
  eventually(async () => {
    const days = await readCalendar(app, query);
    return days.length > 0 ? days : undefined;
  });

describe('price calendar', () => {
  it('returns the cheapest offer of a past search with its time, without a provider call', async () => {
    const app = await harness.startReplica();
    expect(await readCalendar(app)).toEqual([]);
    const departureDate = dateInDays(40);
    const { offers } = await search(app, { ...trip, departureDate });
    const before = await harness.provider.countSearches();
    const [day, ...others] = await waitForDays(app);
    expect(others).toEqual([]);
    expect(day).toMatchObject({
      date: departureDate,
      total_amount: offers[0]?.total_amount,
      total_currency: offers[0]?.total_currency,
    });
    expect(Date.now() - Date.parse(day?.seen_at ?? '')).toBeLessThan(60_000);
    expect(await harness.provider.countSearches()).toBe(before);
  });

  it('[MONEY-01, CACHE-03] separates trip types, travellers, brands and modes', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix);
    harness.accounts.state.markups.set('plain', 0);
    await search(app, { ...trip, departureDate: dateInDays(41), returnDate: dateInDays(48) });
    const [usual] = await waitForDays(app, { tripType: 'round-trip' });
    const [plain] = await readCalendar(app, { tripType: 'round-trip' }, { 'x-brand': 'plain' });
    expect(Number(plain?.total_amount)).toBeLessThan(Number(usual?.total_amount));
    expect(await readCalendar(app)).toEqual([]);
    expect(await readCalendar(app, { tripType: 'round-trip', adultsCount: '2' })).toEqual([]);
    expect(await readCalendar(app, { tripType: 'round-trip', cabinClass: 'business' })).toEqual([]);
    harness.accounts.state.mode = 'live';
    const live = await harness.startReplica(prefix);
    expect(await readCalendar(live, { tripType: 'round-trip' })).toEqual([]);
  });

  it('rejects invalid parameters with VALIDATION_ERROR', async () => {
    const app = await harness.startReplica();
    const response = await app.inject({ url: '/api/flights/price-calendar?origin=London&destination=JFK' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: 'VALIDATION_ERROR' });
  });
});

describe('Redis failures', () => {
  it('returns the search when its price cannot be recorded', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix);
    const departureDate = dateInDays(42);
    // A value of another type, so that Redis rejects the write.
    const key = createKeys(prefix).calendar('test.LHR.JFK.one-way.economy.1.0.0');
    await redis.set(key, 'wrong type');
    const { offers } = await search(app, { ...trip, departureDate });
    expect(offers.length).toBeGreaterThan(0);
    await redis.del(key);
    expect(await readCalendar(app)).toEqual([]);
  });

  it('[LIST-06] keeps its prices when the cache has lost its data', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix, { env: { REDIS_URL: testSmallCacheUrl() } });
    await search(app, { ...trip, departureDate: dateInDays(43) });
    const days = await waitForDays(app);
    const cache = connectRedis(testSmallCacheUrl());
    await eventually(() => (cache.status === 'ready' ? true : undefined));
    await cache.del(...(await cache.keys(`${prefix}:*`)));
    cache.disconnect();
    expect(await readCalendar(app)).toEqual(days);
  });

  it('[API-31] returns 503 during an outage of the durable Redis, in which searches continue, and recovers afterwards', async () => {
    const redisProxy = await startRedisFaultProxy(testRedisUrl());
    try {
      const app = await harness.startReplica(uniqueName('flights'), {
        env: { JOBS_REDIS_URL: redisProxy.url },
      });
      redisProxy.refuse();
      const requestCalendar = () =>
        app.inject({ url: `/api/flights/price-calendar?${new URLSearchParams(trip)}` });
      const response = await requestCalendar();
      expect(response.statusCode).toBe(503);
      expect(response.json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
      expect((await search(app, { ...trip, departureDate: dateInDays(44) })).offers).not.toEqual([]);
      redisProxy.restore();
      await eventually(async () => ((await requestCalendar()).statusCode === 200 ? true : undefined));
    } finally {
      redisProxy.close();
    }
  });
});

describe('price of a day', () => {
  const query = {
    ...{ origin: 'LHR', destination: 'JFK', tripType: 'one-way' as const, cabinClass: 'economy' as const },
    ...{ adultsCount: 1, childrenCount: 0, infantsCount: 0 },
  };
  const hour = 3_600_000;
  const createStore = () =>
    createPriceCalendarRepository(redis, createKeys(uniqueName('flights')), defaultDurations);
  const price = (totalMinor: number, hoursAgo: number, currency = 'USD') => ({
    totalMinor,
    currency,
    seenAt: Date.now() - hoursAgo * hour,
  });

  it.each([
    ['keeps the lower price', price(20_000, 5), price(30_000, 1), 20_000],
    ['is replaced by a lower price', price(30_000, 5), price(20_000, 1), 20_000],
    ['is replaced by a higher price after a day', price(20_000, 26), price(30_000, 1), 30_000],
    ['is replaced by a price in another currency', price(20_000, 5), price(30_000, 1, 'EUR'), 30_000],
  ])('%s', async (_name, first, second, expected) => {
    const store = createStore();
    await store.record('test', query, '2030-01-01', first);
    await store.record('test', query, '2030-01-01', second);
    expect((await store.read('test', query)).get('2030-01-01')?.totalMinor).toBe(expected);
  });

  it('expires after two days; days never searched have no price', async () => {
    const store = createStore();
    await store.record('test', query, '2030-01-01', price(20_000, 49));
    await store.record('test', query, '2030-01-02', price(20_000, 1));
    expect([...(await store.read('test', query)).keys()]).toEqual(['2030-01-02']);
  });

  it('is deleted once its day is over and another day is recorded', async () => {
    const store = createStore();
    for (const days of [-3, -2, 0, 3]) await store.record('test', query, dateInDays(days), price(20_000, 1));
    expect([...(await store.read('test', query)).keys()]).toEqual([dateInDays(0), dateInDays(3)]);
  });

  it('is omitted for past days', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix);
    const store = createPriceCalendarRepository(redis, createKeys(prefix), defaultDurations);
    await store.record('test', query, dateInDays(-3), price(20_000, 1));
    await store.record('test', query, dateInDays(0), price(20_000, 1));
    await store.record('test', query, dateInDays(3), price(20_000, 1));
    expect((await readCalendar(app)).map(({ date }) => date)).toEqual([dateInDays(0), dateInDays(3)]);
  });
});
