import type { PriceCalendar } from '@fareline/contracts';
import { connectRedis } from '@fareline/service-kit';
import { eventually, startRedisFaultProxy, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKeys } from '../redis/keys.ts';
import { dateInDays, search, startHarness, type Harness } from '../testing/harness.ts';
import { defaultDurations } from '../durations.ts';
import { createPriceCalendarStore } from './price-calendar-store.ts';

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
  await harness.close();
});

const trip = { origin: 'LHR', destination: 'JFK', adultsCount: '1' };
async function calendarOf(app: FastifyInstance, query: Record<string, string> = {}, headers = {}) {
  const url = `/api/flights/price-calendar?${new URLSearchParams({ ...trip, ...query })}`;
  const response = await app.inject({ url, headers });
  expect(response.statusCode).toBe(200);
  return response.json<PriceCalendar>().days;
}
const oneDay = (app: FastifyInstance, query: Record<string, string> = {}) =>
  eventually(async () => {
    const days = await calendarOf(app, query);
    return days.length > 0 ? days : undefined;
  });

describe('the price calendar', () => {
  it('shows the cheapest offer of a search that was made, with when it was seen, and asks the provider nothing', async () => {
    const app = await harness.startReplica();
    expect(await calendarOf(app)).toEqual([]);
    const departureDate = dateInDays(40);
    const { offers } = await search(app, { ...trip, departureDate });
    const before = await harness.provider.countSearches();
    const [day, ...others] = await oneDay(app);
    expect(others).toEqual([]);
    expect(day).toMatchObject({
      date: departureDate,
      total_amount: offers[0]?.total_amount,
      total_currency: offers[0]?.total_currency,
    });
    expect(Date.now() - Date.parse(day?.seen_at ?? '')).toBeLessThan(60_000);
    expect(await harness.provider.countSearches()).toBe(before);
  });

  it('[MONEY-01, CACHE-03] keeps kinds of trips, travellers, brands and modes apart', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix);
    harness.accounts.state.markups.set('plain', 0);
    await search(app, { ...trip, departureDate: dateInDays(41), returnDate: dateInDays(48) });
    const [ours] = await oneDay(app, { tripType: 'round-trip' });
    const [plain] = await calendarOf(app, { tripType: 'round-trip' }, { 'x-brand': 'plain' });
    expect(Number(plain?.total_amount)).toBeLessThan(Number(ours?.total_amount));
    expect(await calendarOf(app)).toEqual([]);
    expect(await calendarOf(app, { tripType: 'round-trip', adultsCount: '2' })).toEqual([]);
    expect(await calendarOf(app, { tripType: 'round-trip', cabinClass: 'business' })).toEqual([]);
    harness.accounts.state.mode = 'live';
    const live = await harness.startReplica(prefix);
    expect(await calendarOf(live, { tripType: 'round-trip' })).toEqual([]);
  });

  it('refuses nonsense with a clear error', async () => {
    const app = await harness.startReplica();
    const response = await app.inject({ url: '/api/flights/price-calendar?origin=London&destination=JFK' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: 'VALIDATION_ERROR' });
  });
});

describe('when Redis fails', () => {
  it('a search that cannot be noted is answered all the same', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix);
    const departureDate = dateInDays(42);
    // Not what the calendar keeps there: noting is refused by Redis itself.
    const name = createKeys(prefix).calendar('test.LHR.JFK.one-way.economy.1.0.0');
    await redis.set(name, 'in the way');
    const { offers } = await search(app, { ...trip, departureDate });
    expect(offers.length).toBeGreaterThan(0);
    await redis.del(name);
    expect(await calendarOf(app)).toEqual([]);
  });

  it('[API-31] says that it is not available while the way to Redis is shut, and works again afterwards', async () => {
    const gate = await startRedisFaultProxy(testRedisUrl());
    try {
      const app = await harness.startReplica(uniqueName('flights'), { env: { REDIS_URL: gate.url } });
      gate.refuse();
      const ask = () => app.inject({ url: `/api/flights/price-calendar?${new URLSearchParams(trip)}` });
      const response = await ask();
      expect(response.statusCode).toBe(503);
      expect(response.json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
      gate.restore();
      await eventually(async () => ((await ask()).statusCode === 200 ? true : undefined));
    } finally {
      gate.close();
    }
  });
});

describe('what is known of a day', () => {
  const query = {
    ...{ origin: 'LHR', destination: 'JFK', tripType: 'one-way' as const, cabinClass: 'economy' as const },
    ...{ adultsCount: 1, childrenCount: 0, infantsCount: 0 },
  };
  const hour = 3_600_000;
  const storeOf = () => createPriceCalendarStore(redis, createKeys(uniqueName('flights')), defaultDurations);
  const price = (totalMinor: number, hoursAgo: number, currency = 'USD') => ({
    totalMinor,
    currency,
    seenAt: Date.now() - hoursAgo * hour,
  });

  it.each([
    ['the lower price stays', price(20_000, 5), price(30_000, 1), 20_000],
    ['a lower one takes its place', price(30_000, 5), price(20_000, 1), 20_000],
    ['after a day a dearer one takes its place', price(20_000, 26), price(30_000, 1), 30_000],
    ['another currency takes its place', price(20_000, 5), price(30_000, 1, 'EUR'), 30_000],
  ])('%s', async (_name, first, second, expected) => {
    const store = storeOf();
    await store.record('test', query, '2030-01-01', first);
    await store.record('test', query, '2030-01-01', second);
    expect((await store.read('test', query)).get('2030-01-01')?.totalMinor).toBe(expected);
  });

  it('is forgotten after two days, and days never searched stay blank', async () => {
    const store = storeOf();
    await store.record('test', query, '2030-01-01', price(20_000, 49));
    await store.record('test', query, '2030-01-02', price(20_000, 1));
    expect([...(await store.read('test', query)).keys()]).toEqual(['2030-01-02']);
  });

  it('leaves out days that are over', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix);
    const store = createPriceCalendarStore(redis, createKeys(prefix), defaultDurations);
    await store.record('test', query, dateInDays(-3), price(20_000, 1));
    await store.record('test', query, dateInDays(0), price(20_000, 1));
    await store.record('test', query, dateInDays(3), price(20_000, 1));
    expect((await calendarOf(app)).map(({ date }) => date)).toEqual([dateInDays(0), dateInDays(3)]);
  });
});
