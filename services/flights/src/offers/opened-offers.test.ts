import { connectRedis } from '@fareline/service-kit/redis';
import {
  eventually,
  startFaultProxy,
  testRedisUrl,
  testSmallCacheUrl,
  uniqueName,
} from '@fareline/service-kit/testing';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultDurations } from '../durations.ts';
import { createKeys } from '../redis/keys.ts';
import { createOfferRepository, type OfferRecord } from './offer.repository.ts';
import { createOpenedOffers } from './opened-offers.ts';

const { log } = Fastify();
const cache = connectRedis(testSmallCacheUrl());
const durable = connectRedis(testRedisUrl());
beforeAll(async () => {
  await eventually(() => (cache.status === 'ready' && durable.status === 'ready' ? true : undefined));
});
afterAll(() => {
  cache.disconnect();
  durable.disconnect();
});

const query = searchRequestSchema.parse({
  ...{ origin: 'LHR', destination: 'JFK', departureDate: '2030-01-01', adultsCount: 1 },
});

function createRecord(id: string, lifetimeMs: number, isShared = true): OfferRecord {
  const expires_at = new Date(Date.now() + lifetimeMs).toISOString();
  const record = { offer: { id, expires_at }, mode: 'test', query, offerRequestId: 'orq_1', isShared };
  return { ...record, hasServices: false } as OfferRecord;
}

function createOffers(durableRedis = durable) {
  const prefix = uniqueName('flights');
  const keys = createKeys(prefix);
  const durations = defaultDurations;
  const offers = createOfferRepository({ cache, durable: durableRedis, keys, durations, log });
  const clearCache = async () => cache.del(...(await cache.keys(`${prefix}:*`)));
  return { keys, offers, clearCache };
}

it.each([true, false])(
  '[API-36][LIST-06] an offer that was opened is expired after its expiry, not unknown, when the cache has lost its record (shared: %s)',
  async (isShared) => {
    const { offers, clearCache } = createOffers();
    await offers.write(createRecord('off_1', 400, isShared));
    await clearCache();
    await eventually(async () => ((await offers.read('off_1')).state === 'expired' ? true : undefined));
    expect(await offers.read('off_2')).toEqual({ state: 'unknown' });
  },
);

it.each([true, false])(
  '[DEPART-02] an offer that closes before its departure is told from one that expires (shared: %s)',
  async (isShared) => {
    const { offers } = createOffers();
    await offers.write({ ...createRecord('off_1', 400, isShared), closesBeforeDeparture: true });
    await offers.write(createRecord('off_2', 400, isShared));
    await eventually(async () => ((await offers.read('off_2')).state === 'expired' ? true : undefined));
    const code = 'DEPARTURE_TOO_CLOSE';
    for (const read of [offers.read, offers.readValidity]) {
      expect(await read('off_1')).toEqual({ state: 'expired', code });
      expect(await read('off_2')).toEqual({ state: 'expired', code: 'OFFER_EXPIRED' });
    }
  },
);

it('[PROVIDER-05] a withdrawn offer is expired, not unknown', async () => {
  const { offers } = createOffers();
  const record = createRecord('off_1', 60_000);
  await offers.write(record);
  await offers.markExpired(record);
  expect(await offers.read('off_1')).toEqual({ state: 'expired', code: 'OFFER_EXPIRED' });
});

it('a view does not replace the expiry that the provider has returned last', async () => {
  const { keys, offers } = createOffers();
  await offers.write(createRecord('off_1', 30_000));
  const expiresAt = await durable.zscore(keys.openedOffers, 'off_1');
  await offers.recordOpening(createRecord('off_1', 60_000));
  expect(await durable.zscore(keys.openedOffers, 'off_1')).toBe(expiresAt);
});

it('[API-36] the record of opened offers has a limit, beyond which those that expired first are dropped', async () => {
  const keys = createKeys(uniqueName('flights'));
  const openedOffers = createOpenedOffers(durable, keys, defaultDurations);
  const [now, limit] = [Date.now(), 50_000];
  const members = Array.from({ length: limit }, (_, index) => [now + index, `off_${index}`]).flat();
  await durable.zadd(keys.openedOffers, ...members);
  await openedOffers.record('off_new', now + limit, true);
  expect(await durable.zcard(keys.openedOffers)).toBe(limit);
  expect(await durable.zscore(keys.openedOffers, 'off_0')).toBeNull();
  expect(await durable.zscore(keys.openedOffers, 'off_new')).not.toBeNull();
  expect(Number(await durable.memory('USAGE', keys.openedOffers))).toBeLessThan(10_000_000);
  await durable.del(keys.openedOffers);
});

it('forgets an offer a day after its expiry', async () => {
  const keys = createKeys(uniqueName('flights'));
  const openedOffers = createOpenedOffers(durable, keys, defaultDurations);
  await openedOffers.record('off_old', Date.now() - defaultDurations.expiredMarkerTtl - 1_000, true);
  await openedOffers.record('off_new', Date.now(), true);
  expect(await durable.zrange(keys.openedOffers, '0', '-1')).toEqual(['off_new']);
});

it('[API-31] while the durable Redis is down an offer that is not in the cache is not reported as unknown', async () => {
  const proxy = await startFaultProxy(testRedisUrl());
  const proxied = connectRedis(proxy.url);
  await eventually(() => (proxied.status === 'ready' ? true : undefined));
  const { keys, offers } = createOffers(proxied);
  const record = createRecord('off_fresh', 60_000, false);
  await offers.write(record);
  await cache.del(keys.offer('off_fresh'));
  proxy.refuse();
  await expect(offers.read('off_fresh')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await offers.markExpired(createRecord('off_listed', 60_000));
  await offers.write(record);
  expect(await offers.read('off_fresh')).toMatchObject({ state: 'stored' });
  proxied.disconnect();
  proxy.close();
});
