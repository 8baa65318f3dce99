import { connectRedis } from '@fareline/service-kit';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import type { Offer, OfferRefresh, SearchResponse, SeatMap } from '@fareline/contracts';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ProviderOffer } from '../duffel/provider-offer.ts';
import { defaultDurations } from '../durations.ts';
import { createKeys } from '../redis/keys.ts';
import {
  findFirstOffer,
  postSearch,
  search,
  startHarness,
  uniqueSearch,
  type Harness,
} from '../testing/harness.ts';
import { toSearchKey } from './search-key.ts';
import { createSearchRepository } from './search.repository.ts';

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

const searchRedisKey = (prefix: string, query: object) =>
  createKeys(prefix).search(toSearchKey('test', searchRequestSchema.parse(query)));

it('[CACHE-01] returns a repeated search from the cache for at most five minutes', async () => {
  const prefix = uniqueName('flights');
  const app = await harness.startReplica(prefix);
  const query = uniqueSearch();
  const first = await search(app, query);
  expect(await search(app, query)).toEqual(first);
  expect(await search(app, { ...query, origin: 'lhr', childrenCount: '0' })).toEqual(first);
  expect(await harness.provider.countSearches()).toBe(1);
  const ttl = await redis.pttl(searchRedisKey(prefix, query));
  expect(ttl).toBeGreaterThan(280_000);
  expect(ttl).toBeLessThanOrEqual(300_000);
});

it('[CACHE-01] a page that is cached later expires with its search', async () => {
  const prefix = uniqueName('flights');
  const app = await harness.startReplica(prefix, { durations: { searchTtl: 4_000 } });
  const query = uniqueSearch();
  const first = await search(app, query);
  await postSearch(app, query, { 'accept-encoding': 'br' });
  await eventually(async () =>
    (await redis.exists(searchRedisKey(prefix, query))) === 0 ? true : undefined,
  );
  const second = await search(app, query);
  expect(second.searched_at).not.toBe(first.searched_at);
  // The id distinguishes pages of different runs of a search. (LIST-01)
  expect(second.search_id).not.toBe(first.search_id);
  expect(await harness.provider.countSearches()).toBe(2);
});

it('[CACHE-02] a cached search expires with its first offer', async () => {
  const prefix = uniqueName('flights');
  const app = await harness.startReplica(prefix);
  await harness.provider.advanceClock(-28 * 60_000);
  const query = uniqueSearch();
  const { offers } = await search(app, query);
  const firstExpiry = Math.min(...offers.map((offer) => Date.parse(offer.expires_at)));
  const readAt = Date.now();
  const ttl = await redis.pttl(searchRedisKey(prefix, query));
  expect(ttl).toBeGreaterThan(0);
  expect(readAt + ttl).toBeLessThanOrEqual(firstExpiry + 5);
  expect(ttl).toBeLessThanOrEqual(120_000);
});

it('[CACHE-02] omits expired offers from the list', async () => {
  const app = await harness.startReplica();
  await harness.provider.advanceClock(-31 * 60_000);
  expect(await search(app, uniqueSearch())).toMatchObject({ offers: [], total_count: 0 });
});

it.each([{ expire: true }, { unavailable: true }] as const)(
  '[CACHE-02][PROVIDER-05] removes an expired offer (%o) from all pages of all replicas and brands and keeps the others without a provider call',
  async (change) => {
    const prefix = uniqueName('flights');
    const [app, other] = [await harness.startReplica(prefix), await harness.startReplica(prefix)];
    harness.accounts.state.markups.set('expensive.example', 50);
    const query = uniqueSearch();
    const url = `/api/flights/search?${new URLSearchParams({ ...query, adultsCount: '1', limit: '100' } as Record<string, string>)}`;
    const readBrotli = async () => (await postSearch(app, query, { 'accept-encoding': 'br' })).rawPayload;
    const readPages = async (): Promise<SearchResponse[]> => [
      await search(app, query),
      await search(other, query, { 'x-brand': 'expensive.example' }),
      (await app.inject({ url })).json(),
      JSON.parse(brotliDecompressSync(await readBrotli()).toString()),
    ];
    const before = await readPages();
    const expiredId = before[0]?.offers[0]?.id ?? '';
    await harness.provider.changeOffer(expiredId, change);
    expect((await other.inject({ url: `/api/flights/offer/${expiredId}` })).statusCode).toBe(410);
    for (const [index, { offers, total_count, searched_at }] of (await readPages()).entries()) {
      const [first, ...others] = before[index]?.offers ?? [];
      expect(first?.id).toBe(expiredId);
      expect(offers.slice(0, others.length)).toEqual(others);
      expect(offers.map(({ id }) => id)).not.toContain(expiredId);
      expect(total_count).toBe((before[index]?.total_count ?? 0) - 1);
      expect(searched_at).toBe(before[index]?.searched_at);
    }
    expect(await harness.provider.countSearches()).toBe(1);
    const ttl = await redis.pttl(searchRedisKey(prefix, query));
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(300_000);
  },
);

it('[CACHE-02] does not cache a page built from an outdated list, and does not remove offers from a later search', async () => {
  const keys = createKeys(uniqueName('flights'));
  const store = createSearchRepository(redis, keys);
  const readOfferIds = async () => (await store.read('a search'))?.offers.map(({ offer }) => offer.id);
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const offers = ['off_1', 'off_2', 'off_3'].map((id) => ({ offer: { id, expires_at } })) as ProviderOffer[];
  const query = searchRequestSchema.parse(uniqueSearch());
  const createList = (offerRequestId: string) =>
    ({ offerRequestId, mode: 'test', query, searchedAt: '2026-11-20T10:00:00Z', offers }) as const;
  await store.write('a search', createList('orq_1'), Date.now() + 60_000);
  const before = await store.read('a search');
  await Promise.all(['off_1', 'off_3'].map((id) => store.removeOffer('a search', 'orq_1', id)));
  expect(await readOfferIds()).toEqual(['off_2']);
  await store.writePage('a search', before?.version ?? '', 'page', Buffer.from('with three offers'));
  expect(await store.readPage('a search', 'page')).toBeUndefined();
  const after = await store.read('a search');
  await store.writePage('a search', after?.version ?? '', 'page', Buffer.from('with one offer'));
  expect(String(await store.readPage('a search', 'page'))).toBe('with one offer');
  await store.write('a search', createList('orq_2'), Date.now() + 60_000);
  await store.removeOffer('a search', 'orq_1', 'off_2');
  expect(await readOfferIds()).toEqual(['off_1', 'off_2', 'off_3']);
  await store.removeOffer('an expired search', 'orq_1', 'off_2');
  expect(await redis.exists(keys.search('an expired search'))).toBe(0);
});

it('[CACHE-03][MODE-04] caches searches separately for test and live mode', async () => {
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
  expect(await harness.provider.countSearches()).toBe(2);
});

it.each(['test', 'live'] as const)(
  '[API-39][MODE-04] finds and loads offers and seat maps with the token of the mode (%s)',
  async (mode) => {
    const app = await harness.startReplica();
    harness.accounts.state.mode = mode;
    const { id } = await findFirstOffer(app);
    expect((await harness.provider.fetchResource(`/air/offers/${id}`, mode)).live_mode).toBe(mode === 'live');
    const { available_services } = (await app.inject({ url: `/api/flights/offer/${id}` })).json<Offer>();
    expect(available_services.some(({ total_amount }) => Number(total_amount) > 0)).toBe(true);
    const seatMaps = await app.inject({ url: `/api/flights/seatmaps/${id}` });
    expect(seatMaps.json<{ data: SeatMap[] }>().data.length).toBeGreaterThan(0);
    const refreshed = await app.inject({ method: 'POST', url: `/api/flights/offer/${id}/refresh` });
    const { offer } = refreshed.json<OfferRefresh>();
    expect(offer.mode).toBe(mode);
    const fresh = await harness.provider.fetchResource(`/air/offers/${offer.id}`, mode);
    expect(fresh.live_mode).toBe(mode === 'live');
  },
);

it('[MODE-05] notices a mode switch after a second', async () => {
  const { modeTtl } = defaultDurations;
  const app = await harness.startReplica(undefined, { durations: { modeTtl } });
  const { id } = await findFirstOffer(app);
  harness.accounts.state.mode = 'live';
  const switchedAt = Date.now();
  await eventually(async () => {
    const { statusCode } = await app.inject({ url: `/api/flights/verify-offer/${id}` });
    return statusCode === 410 ? true : undefined;
  });
  expect(Date.now() - switchedAt).toBeLessThan(5_000);
});

it('[MODE-05] returns OFFER_EXPIRED for an offer of the other mode until the mode is switched back', async () => {
  const app = await harness.startReplica();
  const { id } = await findFirstOffer(app);
  harness.accounts.state.mode = 'live';
  for (const path of [`offer/${id}`, `seatmaps/${id}`, `verify-offer/${id}`]) {
    const response = await app.inject({ url: `/api/flights/${path}` });
    expect(response.statusCode).toBe(410);
    expect(response.json().error).toBe('OFFER_EXPIRED');
  }
  const refreshed = await app.inject({ method: 'POST', url: `/api/flights/offer/${id}/refresh` });
  expect(refreshed.json().error).toBe('OFFER_EXPIRED');
  harness.accounts.state.mode = 'test';
  expect((await app.inject({ url: `/api/flights/verify-offer/${id}` })).statusCode).toBe(200);
});

it('[MODE-02] uses the last known mode while accounts is down, initially test', async () => {
  const informed = await harness.startReplica();
  harness.accounts.state.mode = 'live';
  expect((await findFirstOffer(informed)).mode).toBe('live');
  harness.accounts.state.isDown = true;
  try {
    expect((await findFirstOffer(informed)).mode).toBe('live');
    expect((await findFirstOffer(await harness.startReplica())).mode).toBe('test');
  } finally {
    harness.accounts.state.isDown = false;
  }
});
