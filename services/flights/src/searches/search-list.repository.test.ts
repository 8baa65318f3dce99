import { randomBytes } from 'node:crypto';
import { connectRedis } from '@fareline/service-kit/redis';
import { eventually, testRedisUrl, testSmallCacheUrl, uniqueName } from '@fareline/service-kit/testing';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import Fastify from 'fastify';
import { afterAll, expect, it, vi } from 'vitest';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import { createOfferRepository } from '../offers/offer.repository.ts';
import { createKeys } from '../redis/keys.ts';
import { allResults, uniqueSearch, dateInDays, search, startSharedHarness } from '../testing/harness.ts';
import { defaultDurations } from '../durations.ts';
import { toSearchKey } from './search-key.ts';
import { createSearchListRepository } from './search-list.repository.ts';
import { createSearchRepository } from './search.repository.ts';

const { log } = Fastify();
const cache = connectRedis(testSmallCacheUrl());
const durable = connectRedis(testRedisUrl());
const harness = await startSharedHarness({ env: { REDIS_URL: testSmallCacheUrl() }, sandboxEnv: allResults });
const prefix = uniqueName('flights');
const [keys, app] = [createKeys(prefix), await harness.startReplica(prefix)];
await eventually(() => (cache.status === 'ready' ? true : undefined));
afterAll(async () => {
  cache.disconnect();
  durable.disconnect();
});

const evictedKeys = async () => Number(/evicted_keys:(\d+)/.exec(await cache.info('stats'))?.[1]);

/** A round trip, for which the sandbox returns its largest lists. */
const largeSearch = () => uniqueSearch({ returnDate: dateInDays(330), adultsCount: 2 });

it('[LIST-06] stores all unexpired offers that the budget permits within the memory of the cache, without evictions', async () => {
  const query = searchRequestSchema.parse(largeSearch());
  const { search_id, total_count } = await search(app, query);
  const list = await createSearchListRepository(cache, keys, defaultDurations, log).read(search_id);
  if (!list) throw new Error('the list of the search is not stored');

  // Searches of half an hour, the lifetime of an offer, at two thirds of the budget; scaled to a 32nd like the memory of the test cache.
  const searches = Array.from({ length: Math.floor((40 * 30) / 32) }, (_, index) => index);
  const store = createSearchRepository(cache, keys, defaultDurations, log);
  const before = await evictedKeys();
  const withIndex = (id: string, index: number) => `${id}-${index}`;
  for (const index of searches) {
    const offers = list.offers.map((each) => ({
      ...each,
      offer: { ...each.offer, id: withIndex(each.offer.id, index) },
    }));
    const copy = { ...list, offerRequestId: withIndex(search_id, index), offers };
    const result = await store.write(`search-${index}`, copy);
    // Searches of the last five minutes have all cached pages, in every size and encoding.
    if (index < searches.length / 6)
      for (const page of ['30.br', '100.br', 'all.br', '30.gzip', '100.gzip', 'all.gzip'])
        await store.writePage(`search-${index}`, result, page, randomBytes(50_000));
  }

  expect((await evictedKeys()) - before).toBe(0);
  const offerStore = createOfferRepository({ cache, durable, keys, durations: defaultDurations, log });
  for (const index of searches)
    for (const { offer } of [list.offers[0], list.offers.at(-1)].flatMap((each) => each ?? [])) {
      const found = await offerStore.read(withIndex(offer.id, index));
      expect(found).toMatchObject({ state: 'stored', record: { isShared: true, query } });
    }
  expect(total_count).toBeGreaterThanOrEqual(240);
});

it('[CACHE-02] stores each offer of a search once, adds a record only for an opened offer, and expires the list with its last offer', async () => {
  const prefix = uniqueName('flights');
  const [keys, app] = [createKeys(prefix), await harness.startReplica(prefix)];
  const { search_id, total_count, offers } = await search(app, largeSearch());
  const memoryUsage = async () => {
    let sum = 0;
    for (const key of await cache.keys(`${prefix}:*`)) sum += Number(await cache.memory('USAGE', key));
    return sum;
  };
  expect((await memoryUsage()) / total_count).toBeLessThan(500);
  const lastExpiry = Math.max(...offers.map(({ expires_at }) => Date.parse(expires_at)));
  const listExpiry = await cache.pexpiretime(keys.searchList(search_id));
  expect(listExpiry).toBe(lastExpiry + defaultDurations.searchTtl);
  const id = offers[7]?.id ?? '';
  expect((await app.inject({ url: `/api/flights/offer/${id}` })).statusCode).toBe(200);
  expect(await cache.keys(`${prefix}:offer:*`)).toEqual([keys.offer(id)]);
  expect(await durable.zrange(keys.openedOffers, '0', '-1')).toEqual([id]);
});

it('[API-36] returns an offer after its search has expired, and OFFER_EXPIRED after its list was evicted', async () => {
  const query = largeSearch();
  const { search_id, offers } = await search(app, query);
  await cache.del(keys.searchVersion(toSearchKey('test', searchRequestSchema.parse(query))));
  const open = async (path: string) => (await app.inject({ url: `/api/flights/${path}` })).statusCode;
  expect(await open(`offer/${offers[0]?.id}`)).toBe(200);
  expect(await open(`seatmaps/${offers[1]?.id}`)).toBe(200);
  expect(await open(`verify-offer/${offers[29]?.id}`)).toBe(200);
  await cache.del(keys.searchList(search_id));
  expect(await open(`offer/${offers[2]?.id}`)).toBe(410);
  expect(await open(`offer/${offers[0]?.id}`)).toBe(200);
});

it('[API-38][PROVIDER-04][MODE-05] polls of an opened offer read its expiry and the mode of its list, and decompress nothing', async () => {
  const { search_id, offers } = await search(app, largeSearch());
  const poll = (index: number) => app.inject({ url: `/api/flights/verify-offer/${offers[index]?.id}` });
  expect((await poll(0)).statusCode).toBe(200);
  await cache.hset(keys.searchList(search_id), '0', 'cannot be decompressed');
  // An offer that was not opened is read from the list, which counts as evicted.
  expect((await poll(1)).statusCode).toBe(410);
  const polled = await poll(0);
  expect([polled.statusCode, polled.json().expires_at]).toEqual([200, offers[0]?.expires_at]);
  harness.accounts.state.mode = 'live';
  expect((await poll(0)).statusCode).toBe(410);
  harness.accounts.state.mode = 'test';
  await cache.del(keys.searchList(search_id));
  expect((await poll(0)).statusCode).toBe(410);
});

it('[LIMIT-02] concurrent requests for offers of one list share the decompression', async () => {
  const keys = createKeys(uniqueName('flights'));
  const lists = createSearchListRepository(cache, keys, defaultDurations, log);
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const ids = Array.from({ length: 50 }, (_, index) => `off_${index}`);
  const query = searchRequestSchema.parse(uniqueSearch());
  await lists.write({
    ...{ offerRequestId: 'orq_1', mode: 'test', query, searchedAt: new Date().toISOString() },
    offers: ids.map((id) => ({ offer: { id, expires_at } })) as ProviderOffer[],
  });
  const read = vi.spyOn(cache, 'hmgetBuffer');
  const found = await Promise.all(ids.map((id) => lists.readOffer('orq_1 0', id)));
  expect(found.map((each) => each?.offer.id)).toEqual(ids);
  expect(read).toHaveBeenCalledTimes(1);
  read.mockRestore();
  expect(await lists.readOffer('orq_1 0', 'off_7')).toMatchObject({ offerRequestId: 'orq_1', mode: 'test' });
});

it('[LIST-06] a full cache evicts pages and expired searches before a search with an unexpired offer', async () => {
  const keys = createKeys(uniqueName('flights'));
  const store = createSearchRepository(cache, keys, defaultDurations, log);
  const offers = createOfferRepository({ cache, durable, keys, durations: defaultDurations, log });
  const write = (name: string, lifetimeMs: number, count = 1) => {
    const expires_at = new Date(Date.now() + lifetimeMs).toISOString();
    return store.write(name, {
      offerRequestId: `orq_${name}`,
      mode: 'test',
      query: searchRequestSchema.parse(uniqueSearch()),
      searchedAt: new Date().toISOString(),
      // Random text, so that the lists take memory although they are compressed.
      offers: Array.from({ length: count }, (_, index) => ({
        offer: { id: `off_${name}_${index}`, expires_at },
        fareKey: randomBytes(2_000).toString('base64'),
      })) as ProviderOffer[],
    });
  };
  // In production a seventh of the lists are those whose offers have expired within the last five minutes.
  for (let index = 0; index < 200; index++) await write(`expired-${index}`, 0);
  const live = Array.from({ length: 40 }, (_, index) => `live-${index}`);
  const results = [];
  for (const name of live) results.push(await write(name, 30 * 60_000, 30));
  const before = await evictedKeys();
  // Twice the memory of the cache.
  for (let page = 0; page < 320; page++)
    await store.writePage(`live-${page % 40}`, results[page % 40]!, `page ${page}`, randomBytes(50_000));
  expect(await evictedKeys()).toBeGreaterThan(before);
  for (const name of live) {
    expect(await offers.read(`off_${name}_0`)).toMatchObject({ state: 'stored' });
    expect((await store.read(name))?.offers).toHaveLength(30);
  }
});

const damages = ['garbage', 'half a chunk', 'garbage in the header'];

it.each(damages)(
  '[API-38] a list that cannot be read (%s) counts as evicted: the search is run again, its offers have expired',
  async (damage) => {
    const query = searchRequestSchema.parse(largeSearch());
    const first = await search(app, query);
    const key = keys.searchList(first.search_id);
    const chunk = await cache.hgetBuffer(key, '0');
    if (damage === 'garbage in the header') await cache.hset(key, { head: '{"mode' });
    else await cache.hset(key, { 0: damage === 'garbage' ? damage : chunk!.subarray(0, chunk!.length / 2) });
    await cache.del(keys.pages(toSearchKey('test', query)));

    const { id } = first.offers[0]!;
    for (const path of [`/api/flights/offer/${id}`, `/api/flights/verify-offer/${id}`])
      expect((await app.inject(path)).statusCode).toBe(410);
    const warn = vi.spyOn(log, 'warn');
    const lists = createSearchListRepository(cache, keys, defaultDurations, log);
    expect(await lists.read(first.search_id)).toBeUndefined();
    expect(warn.mock.calls).toEqual([
      [{ err: expect.any(Error), offerRequest: first.search_id }, expect.stringContaining('cannot be read')],
    ]);
    warn.mockRestore();

    const second = await search(app, query);
    expect(second.search_id).not.toBe(first.search_id);
    expect(second.total_count).toBe(first.total_count);
  },
);
