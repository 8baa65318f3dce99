import { randomBytes } from 'node:crypto';
import { connectRedis } from '@fareline/service-kit';
import { eventually, testRedisUrl, testSmallCacheUrl, uniqueName } from '@fareline/service-kit/testing';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOfferRepository } from '../offers/offer.repository.ts';
import { createKeys } from '../redis/keys.ts';
import { uniqueSearch, dateInDays, search, startHarness, type Harness } from '../testing/harness.ts';
import { defaultDurations } from '../durations.ts';
import { toSearchKey } from './search-key.ts';
import { createSearchListRepository } from './search-list.repository.ts';
import { createSearchRepository } from './search.repository.ts';

const cache = connectRedis(testSmallCacheUrl());
const durable = connectRedis(testRedisUrl());
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { REDIS_URL: testSmallCacheUrl() } });
  await eventually(() => (cache.status === 'ready' ? true : undefined));
});
afterAll(async () => {
  cache.disconnect();
  durable.disconnect();
  await harness.stop();
});

const evictedKeys = async () => Number(/evicted_keys:(\d+)/.exec(await cache.info('stats'))?.[1]);

/** A round trip, for which the sandbox returns its largest lists. */
const largeSearch = () =>
  uniqueSearch({ returnDate: dateInDays(90), departureDate: dateInDays(60), adultsCount: 2 });

it('[CACHE-02] stores all unexpired offers that the budget permits within the memory of the cache, without evictions', async () => {
  const prefix = uniqueName('flights');
  const [keys, app] = [createKeys(prefix), await harness.startReplica(prefix)];
  const query = searchRequestSchema.parse(largeSearch());
  const { search_id, total_count } = await search(app, query);
  const list = await createSearchListRepository(cache, keys).read(search_id);
  if (!list) throw new Error('the list of the search is not stored');

  // Searches of half an hour, the lifetime of an offer, at two thirds of the budget; scaled to a 32nd like the memory of the test cache.
  const searches = Array.from({ length: Math.floor((40 * 30) / 32) }, (_, index) => index);
  const store = createSearchRepository(cache, keys);
  const before = await evictedKeys();
  const withIndex = (id: string, index: number) => `${id}-${index}`;
  for (const index of searches) {
    const offers = list.offers.map((each) => ({
      ...each,
      offer: { ...each.offer, id: withIndex(each.offer.id, index) },
    }));
    const copy = { ...list, offerRequestId: withIndex(search_id, index), offers };
    const until = Date.now() + defaultDurations.searchTtl;
    const { version } = await store.write(`search-${index}`, copy, until);
    // Searches of the last five minutes have all cached pages, in every size and encoding.
    if (index < searches.length / 6)
      for (const page of ['30.br', '100.br', 'all.br', '30.gzip', '100.gzip', 'all.gzip'])
        await store.writePage(`search-${index}`, version, page, randomBytes(50_000));
  }

  expect((await evictedKeys()) - before).toBe(0);
  const offerStore = createOfferRepository({ cache, durable, keys, durations: defaultDurations });
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
  expect(await cache.keys(`${prefix}:mark:*`)).toEqual([]);
  const lastExpiry = Math.max(...offers.map(({ expires_at }) => Date.parse(expires_at)));
  expect(await cache.pexpiretime(keys.searchList(search_id))).toBeGreaterThanOrEqual(lastExpiry);
  const id = offers[7]?.id ?? '';
  expect((await app.inject({ url: `/api/flights/offer/${id}` })).statusCode).toBe(200);
  expect(await cache.keys(`${prefix}:offer:*`)).toEqual([keys.offer(id)]);
});

it('[API-36] returns an offer after its search has expired, and OFFER_EXPIRED after its list was evicted', async () => {
  const prefix = uniqueName('flights');
  const [keys, app] = [createKeys(prefix), await harness.startReplica(prefix)];
  const query = largeSearch();
  const { search_id, offers } = await search(app, query);
  await cache.del(keys.search(toSearchKey('test', searchRequestSchema.parse(query))));
  const open = async (path: string) => (await app.inject({ url: `/api/flights/${path}` })).statusCode;
  expect(await open(`offer/${offers[0]?.id}`)).toBe(200);
  expect(await open(`seatmaps/${offers[1]?.id}`)).toBe(200);
  expect(await open(`verify-offer/${offers[29]?.id}`)).toBe(200);
  await cache.del(keys.searchList(search_id));
  expect(await open(`offer/${offers[2]?.id}`)).toBe(410);
  expect(await open(`offer/${offers[0]?.id}`)).toBe(200);
});
