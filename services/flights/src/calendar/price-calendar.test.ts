import type { AlternativePrices, PopularRoutes, PriceCalendar } from '@fareline/contracts';
import { connectRedis } from '@fareline/service-kit/redis';
import {
  eventually,
  startFaultProxy,
  testRedisUrl,
  testSmallCacheUrl,
  uniqueName,
} from '@fareline/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeys } from '../redis/keys.ts';
import { dateInDays, removeStored, search, startSharedHarness } from '../testing/harness.ts';
import { defaultDurations } from '../durations.ts';
import { createPriceCalendarRepository } from './price-calendar.repository.ts';

const redis = connectRedis(testRedisUrl());
const harness = await startSharedHarness();
const prefix = uniqueName('flights');
const app = await harness.startReplica(prefix, { durations: { popularRoutesCacheTtl: 0 } });
const store = createPriceCalendarRepository(redis, createKeys(prefix), defaultDurations);
beforeEach(async () => {
  harness.accounts.state.markups.set('plain', 0);
  await removeStored(redis, prefix);
});
afterEach(async () => {
  harness.accounts.state.mode = 'test';
  await harness.provider.reset();
});
afterAll(() => redis.disconnect());

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

/** Prices of other days and airports, by default for a brand without markup. */
async function readAlternatives(app: FastifyInstance, journey: Record<string, string>, brand = 'plain') {
  const url = `/api/flights/alternative-prices?${new URLSearchParams(journey)}`;
  const response = await app.inject({ url, headers: { 'x-brand': brand } });
  return { status: response.statusCode, body: response.json<AlternativePrices>() };
}

describe('price calendar', () => {
  it('returns the cheapest offer of a past search with its time, without a provider call', async () => {
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
    await search(app, { ...trip, departureDate: dateInDays(41), returnDate: dateInDays(48) });
    const [usual] = await waitForDays(app, { tripType: 'round-trip' });
    const [plain] = await readCalendar(app, { tripType: 'round-trip' }, { 'x-brand': 'plain' });
    expect(Number(plain?.total_amount)).toBeLessThan(Number(usual?.total_amount));
    const days = { departureDate: dateInDays(42), returnDate: dateInDays(49) };
    expect((await readAlternatives(app, { ...trip, ...days })).body.days).toEqual([plain]);
    expect(await readCalendar(app)).toEqual([]);
    expect(await readCalendar(app, { tripType: 'round-trip', adultsCount: '2' })).toEqual([]);
    expect(await readCalendar(app, { tripType: 'round-trip', cabinClass: 'business' })).toEqual([]);
    harness.accounts.state.mode = 'live';
    expect(await readCalendar(app, { tripType: 'round-trip' })).toEqual([]);
  });

  it('rejects invalid parameters with VALIDATION_ERROR', async () => {
    const response = await app.inject({ url: '/api/flights/price-calendar?origin=London&destination=JFK' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: 'VALIDATION_ERROR' });
  });
});

describe('prices of other days and airports', () => {
  const query = {
    ...{ origin: 'JFK', destination: 'LHR', cabinClass: 'economy' as const },
    ...{ adultsCount: 1, childrenCount: 0, infantsCount: 0 },
  };
  const roundTrip = { ...query, tripType: 'round-trip' as const };
  const trip = (day: number, days = 7) => ({
    departureDate: dateInDays(day),
    returnDate: dateInDays(day + days),
  });
  const price = (totalMinor: number) => ({ totalMinor, currency: 'USD', seenAt: Date.now() });

  const journey = { origin: 'JFK', destination: 'LHR', ...trip(40) };
  const readDays = async (app: FastifyInstance) =>
    (await readAlternatives(app, journey)).body.days.map(({ date, total_amount }) => [date, total_amount]);

  it('has the prices of a week around the departure, without a provider call', async () => {
    for (const day of [32, 33, 40, 47, 48])
      await store.record('test', roundTrip, trip(day), price(day * 1_000));
    const before = await harness.provider.countSearches();
    expect(await readDays(app)).toEqual([
      [dateInDays(33), '330.00'],
      [dateInDays(40), '400.00'],
      [dateInDays(47), '470.00'],
    ]);
    expect(await harness.provider.countSearches()).toBe(before);
  });

  it('has only prices of trips of the same length', async () => {
    await store.record('test', roundTrip, trip(41, 3), price(10_000));
    await store.record(
      'test',
      { ...query, tripType: 'one-way' },
      { departureDate: dateInDays(41) },
      price(5_000),
    );
    await store.record('test', roundTrip, trip(42), price(20_000));
    expect(await readDays(app)).toEqual([[dateInDays(42), '200.00']]);
  });

  it('omits days that are over', async () => {
    await store.record('test', roundTrip, trip(2), price(20_000));
    // Recording deletes past days, so this one has passed since the last search.
    const { departureDate, returnDate } = trip(-3);
    const key = createKeys(prefix).calendar('test.JFK.LHR.round-trip.economy.1.0.0');
    await redis.hset(key, `${departureDate}/${returnDate}`, JSON.stringify(price(10_000)));
    const { body } = await readAlternatives(app, { ...journey, ...trip(1) });
    expect(body.days.map(({ date }) => date)).toEqual([dateInDays(2)]);
  });

  it('has prices of nearby airports for the same days, cheapest first, with names', async () => {
    await store.record('test', { ...roundTrip, origin: 'EWR' }, trip(40), price(29_800));
    await store.record('test', { ...roundTrip, destination: 'LGW' }, trip(40), price(25_000));
    await store.record('test', { ...roundTrip, origin: 'LGA' }, trip(41), price(10_000));
    await store.record('test', { ...roundTrip, origin: 'BOS' }, trip(40), price(10_000));
    const { body } = await readAlternatives(app, journey);
    expect(body.nearby.map(({ seen_at: _, ...rest }) => rest)).toEqual([
      {
        origin: { iata_code: 'JFK', name: 'John F Kennedy' },
        destination: { iata_code: 'LGW', name: 'London Gatwick' },
        ...{ total_amount: '250.00', total_currency: 'USD' },
      },
      {
        origin: { iata_code: 'EWR', name: 'Newark Liberty' },
        destination: { iata_code: 'LHR', name: 'London Heathrow' },
        ...{ total_amount: '298.00', total_currency: 'USD' },
      },
    ]);
  });

  it('has the routes from and to nearby airports, also without a seen price', async () => {
    const { body } = await readAlternatives(app, journey);
    const routes = body.nearby_routes.map(({ origin, destination }) => [
      origin.iata_code,
      destination.iata_code,
    ]);
    expect(routes).toEqual(
      expect.arrayContaining([
        ['EWR', 'LHR'],
        ['JFK', 'LGW'],
      ]),
    );
    expect(routes).not.toContainEqual(['JFK', 'LHR']);
    const name = 'Newark Liberty';
    expect(body.nearby_routes.find(({ origin }) => origin.iata_code === 'EWR')?.origin.name).toBe(name);
  });

  it('has none between nearby airports of which both would be the same', async () => {
    await store.record('test', { ...roundTrip, origin: 'LHR', destination: 'LHR' }, trip(40), price(10_000));
    const { body } = await readAlternatives(app, { ...journey, origin: 'LGW' });
    expect(body.nearby).toEqual([]);
  });

  it('[MONEY-01] have the markup of the brand', async () => {
    harness.accounts.state.markups.set('dear', 10);
    await store.record('test', roundTrip, trip(41), price(20_000));
    await store.record('test', { ...roundTrip, origin: 'EWR' }, trip(40), price(30_000));
    const { body } = await readAlternatives(app, journey, 'dear');
    expect(body.days.map(({ total_amount }) => total_amount)).toEqual(['220.00']);
    expect(body.nearby.map(({ total_amount }) => total_amount)).toEqual(['330.00']);
  });

  it('[API-34] rejects a search that would be rejected', async () => {
    expect((await readAlternatives(app, { ...journey, destination: 'JFK' })).status).toBe(400);
  });
});

describe('popular routes', () => {
  const oneAdult = {
    ...{ tripType: 'one-way' as const, cabinClass: 'economy' as const },
    ...{ adultsCount: 1, childrenCount: 0, infantsCount: 0 },
  };
  const hour = 3_600_000;

  /** Records searches of a route for days from now, with 100 for each day as price. */
  const record = async (route: string, days: number[], price: { hours?: number; currency?: string } = {}) => {
    const [origin = '', destination = ''] = route.split('-');
    for (const day of days)
      await store.record(
        'test',
        { ...oneAdult, origin, destination },
        { departureDate: dateInDays(day) },
        {
          totalMinor: Math.abs(day) * 10_000,
          currency: price.currency ?? 'USD',
          seenAt: Date.now() - (price.hours ?? 0) * hour,
        },
      );
  };
  async function read(app: FastifyInstance, brand = 'plain') {
    const url = '/api/flights/popular-routes';
    const response = await app.inject({ url, headers: { 'x-brand': brand } });
    expect(response.statusCode).toBe(200);
    return response.json<PopularRoutes>().routes;
  }
  const readNames = async (app: FastifyInstance) =>
    (await read(app)).map(({ origin, destination }) => `${origin.iata_code}-${destination.iata_code}`);

  it('has the lowest price of a route that three searches were for, without a provider call', async () => {
    const lowest: number[] = [];
    for (const day of [40, 41, 42]) {
      expect(await read(app)).toEqual([]);
      const { offers } = await search(
        app,
        { ...trip, departureDate: dateInDays(day) },
        { 'x-brand': 'plain' },
      );
      lowest.push(Number(offers[0]?.total_amount));
      await eventually(async () => ((await readCalendar(app)).length === lowest.length ? true : undefined));
    }
    const before = await harness.provider.countSearches();
    const [route, ...others] = await read(app);
    expect(others).toEqual([]);
    expect(route).toMatchObject({
      origin: { iata_code: 'LHR', city_name: 'London' },
      destination: { iata_code: 'JFK', city_name: 'New York' },
      departure_date: dateInDays(40 + lowest.indexOf(Math.min(...lowest))),
      return_date: null,
      total_amount: Math.min(...lowest).toFixed(2),
      total_currency: 'USD',
    });
    expect(await harness.provider.countSearches()).toBe(before);
  });

  it('does not count a search that was made before', async () => {
    await record('OSL-LGW', [40, 40, 40, 41]);
    expect(await read(app)).toEqual([]);
    await record('OSL-LGW', [42]);
    expect(await readNames(app)).toEqual(['OSL-LGW']);
  });

  it('counts searches for other travellers, and shows the price of one adult', async () => {
    const seen = { totalMinor: 100, currency: 'USD', seenAt: Date.now() };
    for (const change of [{ adultsCount: 2 }, { cabinClass: 'business' as const }])
      await store.record(
        'test',
        { ...oneAdult, ...change, origin: 'OSL', destination: 'LGW' },
        { departureDate: dateInDays(40) },
        seen,
      );
    expect(await read(app)).toEqual([]);
    await record('OSL-LGW', [40]);
    expect((await read(app)).map(({ total_amount }) => total_amount)).toEqual(['4000.00']);
  });

  it('has the dates of a round trip where nobody searched one way', async () => {
    for (const day of [40, 41, 42])
      await store.record(
        'test',
        { ...oneAdult, tripType: 'round-trip', origin: 'OSL', destination: 'LGW' },
        { departureDate: dateInDays(day), returnDate: dateInDays(day + 7) },
        { totalMinor: day * 100, currency: 'USD', seenAt: Date.now() },
      );
    expect(await read(app)).toMatchObject([
      { departure_date: dateInDays(40), return_date: dateInDays(47), total_amount: '40.00' },
    ]);
  });

  it('has at most six, the most searched first', async () => {
    const destinations = ['LGW', 'CDG', 'MAD', 'FCO', 'BCN', 'LIS', 'VIE'];
    for (const [index, destination] of destinations.entries())
      await record(
        `OSL-${destination}`,
        Array.from({ length: 3 + index }, (_, day) => 40 + day),
      );
    expect(await readNames(app)).toEqual(
      destinations
        .slice(1)
        .toReversed()
        .map((destination) => `OSL-${destination}`),
    );
  });

  it('omits flights that may have departed, and prices older than a week', async () => {
    await record('OSL-LGW', [40, 41]);
    await record('OSL-CDG', [40, 41, 42], { hours: 24 * 7 + 1 });
    // The cheapest ones. Recording deletes past days, so these have passed since the last search.
    const value = JSON.stringify({ totalMinor: 1, currency: 'USD', seenAt: Date.now() });
    const key = createKeys(prefix).calendar('test.OSL.LGW.one-way.economy.1.0.0');
    await record('OSL-LGW', [42]);
    for (const day of [-1, 0]) await redis.hset(key, dateInDays(day), value);
    expect((await read(app)).map(({ departure_date }) => departure_date)).toEqual([dateInDays(40)]);
  });

  it('[MONEY-01, CACHE-03] have the markup of the brand, and are separate for each mode', async () => {
    harness.accounts.state.markups.set('dear', 10);
    await record('OSL-LGW', [2, 3, 4]);
    expect((await read(app)).map(({ total_amount }) => total_amount)).toEqual(['200.00']);
    expect((await read(app, 'dear')).map(({ total_amount }) => total_amount)).toEqual(['220.00']);
    harness.accounts.state.mode = 'live';
    await eventually(async () => ((await read(app)).length === 0 ? true : undefined));
  });
});

describe('Redis failures', () => {
  it('returns the search when its price cannot be recorded', async () => {
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
    const redisProxy = await startFaultProxy(testRedisUrl());
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
    await store.record('test', query, { departureDate: '2030-01-01' }, first);
    await store.record('test', query, { departureDate: '2030-01-01' }, second);
    expect((await store.read('test', query)).get('2030-01-01')?.totalMinor).toBe(expected);
  });

  it('expires after two days; days never searched have no price', async () => {
    const store = createStore();
    await store.record('test', query, { departureDate: '2030-01-01' }, price(20_000, 49));
    await store.record('test', query, { departureDate: '2030-01-02' }, price(20_000, 1));
    expect([...(await store.read('test', query)).keys()]).toEqual(['2030-01-02']);
  });

  it('is deleted once its day is over and another day is recorded', async () => {
    const store = createStore();
    for (const days of [-3, -2, 0, 3])
      await store.record('test', query, { departureDate: dateInDays(days) }, price(20_000, 1));
    expect([...(await store.read('test', query)).keys()]).toEqual([dateInDays(0), dateInDays(3)]);
  });

  it('is omitted for past days', async () => {
    await store.record('test', query, { departureDate: dateInDays(-3) }, price(20_000, 1));
    await store.record('test', query, { departureDate: dateInDays(0) }, price(20_000, 1));
    await store.record('test', query, { departureDate: dateInDays(3) }, price(20_000, 1));
    expect((await readCalendar(app)).map(({ date }) => date)).toEqual([dateInDays(0), dateInDays(3)]);
  });
});
