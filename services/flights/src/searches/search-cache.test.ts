import { connectRedis } from '@fareline/service-kit';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import type { SearchResponse } from '@fareline/contracts';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ProviderOffer } from '../offers/offer-record.ts';
import { createKeys } from '../redis/keys.ts';
import {
  findFirstOffer,
  uniqueSearch,
  postSearch,
  search,
  startHarness,
  type Harness,
} from '../testing/harness.ts';
import { searchCacheKey } from './search-key.ts';
import { createSearchStore } from './search-store.ts';

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

const searchCalls = () => harness.provider.countSearches();
const keyOf = (prefix: string, query: object) =>
  createKeys(prefix).search(searchCacheKey('test', searchRequestSchema.parse(query)));

it('[CACHE-01] a search is answered again from the cache, for five minutes at most', async () => {
  const prefix = uniqueName('flights');
  const app = await harness.startReplica(prefix);
  const query = uniqueSearch();
  const first = await search(app, query);
  expect(await search(app, query)).toEqual(first);
  expect(await search(app, { ...query, origin: 'lhr', childrenCount: '0' })).toEqual(first);
  expect(await searchCalls()).toBe(1);
  const left = await redis.pttl(keyOf(prefix, query));
  expect(left).toBeGreaterThan(280_000);
  expect(left).toBeLessThanOrEqual(300_000);
});

it('[CACHE-01] a page made late does not outlive its search', async () => {
  const prefix = uniqueName('flights');
  const app = await harness.startReplica(prefix, { durations: { searchTtl: 4_000 } });
  const query = uniqueSearch();
  const first = await search(app, query);
  await postSearch(app, query, { 'accept-encoding': 'br' });
  await eventually(async () => ((await redis.exists(keyOf(prefix, query))) === 0 ? true : undefined));
  const second = await search(app, query);
  expect(second.searched_at).not.toBe(first.searched_at);
  // Pages of two generations are told apart by it. (LIST-01)
  expect(second.search_id).not.toBe(first.search_id);
  expect(await searchCalls()).toBe(2);
});

it('[CACHE-02] a list ends with the first of its offers', async () => {
  const prefix = uniqueName('flights');
  const app = await harness.startReplica(prefix);
  await harness.provider.advanceClock(-28 * 60_000);
  const query = uniqueSearch();
  const { offers } = await search(app, query);
  const ends = Math.min(...offers.map((offer) => Date.parse(offer.expires_at)));
  const asked = Date.now();
  const left = await redis.pttl(keyOf(prefix, query));
  expect(left).toBeGreaterThan(0);
  expect(asked + left).toBeLessThanOrEqual(ends + 5);
  expect(left).toBeLessThanOrEqual(120_000);
});

it('[CACHE-02] offers that are over are left out of the list', async () => {
  const app = await harness.startReplica();
  await harness.provider.advanceClock(-31 * 60_000);
  expect(await search(app, uniqueSearch())).toMatchObject({ offers: [], total_count: 0 });
});

it.each([{ expire: true }, { unavailable: true }] as const)(
  '[CACHE-02][PROVIDER-05] an offer found ended (%o) is in no page any more, at no replica and for no brand; the others stay without a provider call',
  async (change) => {
    const prefix = uniqueName('flights');
    const [app, other] = [await harness.startReplica(prefix), await harness.startReplica(prefix)];
    harness.accounts.state.markups.set('dear.example', 50);
    const query = uniqueSearch();
    const get = `/api/flights/search?${new URLSearchParams({ ...query, adultsCount: '1', limit: '100' } as Record<string, string>)}`;
    const inBrotli = async () => (await postSearch(app, query, { 'accept-encoding': 'br' })).rawPayload;
    const pages = async (): Promise<SearchResponse[]> => [
      await search(app, query),
      await search(other, query, { 'x-brand': 'dear.example' }),
      (await app.inject({ url: get })).json(),
      JSON.parse(brotliDecompressSync(await inBrotli()).toString()),
    ];
    const before = await pages();
    const ended = before[0]?.offers[0]?.id ?? '';
    await harness.provider.changeOffer(ended, change);
    expect((await other.inject({ url: `/api/flights/offer/${ended}` })).statusCode).toBe(410);
    for (const [at, { offers, total_count, searched_at }] of (await pages()).entries()) {
      const [first, ...others] = before[at]?.offers ?? [];
      expect(first?.id).toBe(ended);
      expect(offers.slice(0, others.length)).toEqual(others);
      expect(offers.map(({ id }) => id)).not.toContain(ended);
      expect(total_count).toBe((before[at]?.total_count ?? 0) - 1);
      expect(searched_at).toBe(before[at]?.searched_at);
    }
    expect(await searchCalls()).toBe(1);
    const left = await redis.pttl(keyOf(prefix, query));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(300_000);
  },
);

it('[CACHE-02] a page that was being made of the list of before is not stored, and a later search loses nothing', async () => {
  const keys = createKeys(uniqueName('flights'));
  const store = createSearchStore(redis, keys);
  const listOf = async () => (await store.read('a search'))?.offers.map(({ offer }) => offer.id);
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const offers = ['off_1', 'off_2', 'off_3'].map((id) => ({ offer: { id, expires_at } })) as ProviderOffer[];
  const query = searchRequestSchema.parse(uniqueSearch());
  const listOfRequest = (offerRequestId: string) =>
    ({ offerRequestId, mode: 'test', query, searchedAt: '2026-11-20T10:00:00Z', offers }) as const;
  await store.write('a search', listOfRequest('orq_1'), Date.now() + 60_000);
  const before = await store.read('a search');
  await Promise.all(['off_1', 'off_3'].map((id) => store.removeOffer('a search', 'orq_1', id)));
  expect(await listOf()).toEqual(['off_2']);
  await store.writePage('a search', before?.version ?? '', 'page', Buffer.from('with all three'));
  expect(await store.readPage('a search', 'page')).toBeUndefined();
  const after = await store.read('a search');
  await store.writePage('a search', after?.version ?? '', 'page', Buffer.from('with one'));
  expect(String(await store.readPage('a search', 'page'))).toBe('with one');
  await store.write('a search', listOfRequest('orq_2'), Date.now() + 60_000);
  await store.removeOffer('a search', 'orq_1', 'off_2');
  expect(await listOf()).toEqual(['off_1', 'off_2', 'off_3']);
  await store.removeOffer('a search that is over', 'orq_1', 'off_2');
  expect(await redis.exists(keys.search('a search that is over'))).toBe(0);
});

it('[CACHE-03][MODE-04] test and live share no entry, and offers carry their mode', async () => {
  const app = await harness.startReplica();
  const query = uniqueSearch();
  const test = await search(app, query);
  harness.accounts.state.mode = 'live';
  const live = await search(app, query);
  harness.accounts.state.mode = 'test';
  const again = await search(app, query);
  expect(new Set(test.offers.map(({ mode }) => mode))).toEqual(new Set(['test']));
  expect(new Set(live.offers.map(({ mode }) => mode))).toEqual(new Set(['live']));
  expect(live.offers.map(({ id }) => id)).not.toEqual(test.offers.map(({ id }) => id));
  expect(again).toEqual(test);
  expect(await searchCalls()).toBe(2);
});

it('[MODE-05] an offer of the other mode is answered as expired until the mode is back', async () => {
  const app = await harness.startReplica();
  const { id } = await findFirstOffer(app);
  harness.accounts.state.mode = 'live';
  for (const path of [`offer/${id}`, `seatmaps/${id}`, `verify-offer/${id}`]) {
    const response = await app.inject({ url: `/api/flights/${path}` });
    expect(response.statusCode).toBe(410);
    expect(response.json().error).toBe('OFFER_EXPIRED');
  }
  const exchange = await app.inject({ method: 'POST', url: `/api/flights/offer/${id}/refresh` });
  expect(exchange.json().error).toBe('OFFER_EXPIRED');
  harness.accounts.state.mode = 'test';
  expect((await app.inject({ url: `/api/flights/verify-offer/${id}` })).statusCode).toBe(200);
});

it('[MODE-02] while accounts is away the last known mode stands, and test when none ever was', async () => {
  const knows = await harness.startReplica();
  harness.accounts.state.mode = 'live';
  expect((await findFirstOffer(knows)).mode).toBe('live');
  harness.accounts.state.isDown = true;
  try {
    expect((await findFirstOffer(knows)).mode).toBe('live');
    expect((await findFirstOffer(await harness.startReplica())).mode).toBe('test');
  } finally {
    harness.accounts.state.isDown = false;
  }
});
