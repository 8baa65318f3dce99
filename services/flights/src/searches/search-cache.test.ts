import { connectRedis } from '@fareline/service-kit/redis';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import type { Offer, OfferRefresh, SearchResponse, SeatMap } from '@fareline/contracts';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import Fastify, { type FastifyInstance } from 'fastify';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { ProviderOffer } from '../pricing/provider-offer.ts';
import { defaultDurations } from '../durations.ts';
import { createKeys } from '../redis/keys.ts';
import { findFirstOffer, postSearch, search, startSharedHarness, uniqueSearch } from '../testing/harness.ts';
import { toSearchKey } from './search-key.ts';
import { createSearchListRepository } from './search-list.repository.ts';
import { createSearchRepository } from './search.repository.ts';

const { log } = Fastify();
const redis = connectRedis(testRedisUrl());
const harness = await startSharedHarness();
const prefix = uniqueName('flights');
const [app, other] = [await harness.startReplica(prefix), await harness.startReplica(prefix)];
afterEach(async () => {
  harness.accounts.state.mode = 'test';
  await harness.provider.reset();
});
afterAll(() => redis.disconnect());

const pagesKey = (prefix: string, query: object) =>
  createKeys(prefix).pages(toSearchKey('test', searchRequestSchema.parse(query)));

const decode = (bytes: Buffer, encoding: string): string =>
  String(encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes);

it('[CACHE-01] returns a repeated search from the cache for at most five minutes', async () => {
  const query = uniqueSearch();
  const first = await search(app, query);
  expect(await search(app, query)).toEqual(first);
  expect(await search(app, { ...query, origin: 'lhr', childrenCount: '0' })).toEqual(first);
  expect(await harness.provider.countSearches()).toBe(1);
  const ttl = await redis.pttl(pagesKey(prefix, query));
  expect(ttl).toBeGreaterThan(280_000);
  expect(ttl).toBeLessThanOrEqual(300_000);
});

it('[CACHE-01] a page that is cached later expires with its search', async () => {
  const prefix = uniqueName('flights');
  const app = await harness.startReplica(prefix, { durations: { searchTtl: 4_000 } });
  const query = uniqueSearch();
  const first = await search(app, query);
  await postSearch(app, query, { 'accept-encoding': 'br' });
  await eventually(async () => ((await redis.exists(pagesKey(prefix, query))) === 0 ? true : undefined));
  const second = await search(app, query);
  expect(second.searched_at).not.toBe(first.searched_at);
  // The id distinguishes pages of different runs of a search. (LIST-01)
  expect(second.search_id).not.toBe(first.search_id);
  expect(await harness.provider.countSearches()).toBe(2);
});

describe('an offer that expires while its search is cached', () => {
  /** Searches; `store` stores the result anew, with first offers that expire after these times; the others live for half an hour. */
  async function storeSearch() {
    const query = uniqueSearch();
    const { search_id } = await search(app, query);
    const keys = createKeys(prefix);
    const list = await createSearchListRepository(redis, keys, defaultDurations, log).read(search_id);
    if (!list) throw new Error('the list of the search is not stored');
    const searchKey = toSearchKey('test', searchRequestSchema.parse(query));
    const store = async (...lifetimesMs: number[]) => {
      const now = Date.now();
      const offers = list.offers.map(({ offer, ...rest }, index) => {
        const lifetimeMs = lifetimesMs[index] ?? 30 * 60_000;
        return { ...rest, offer: { ...offer, expires_at: new Date(now + lifetimeMs).toISOString() } };
      });
      await createSearchRepository(redis, keys, defaultDurations, log).write(searchKey, { ...list, offers });
      return { earliestExpiry: now + Math.min(...lifetimesMs) };
    };
    return { query, search_id, ids: list.offers.map(({ offer }) => offer.id), store };
  }

  it('[CACHE-02][LIST-05] is in no page of any size and encoding that is read afterwards; the others stay, without a provider call', async () => {
    const { query, search_id, ids, store } = await storeSearch();
    const { earliestExpiry } = await store(70_000, 60_000);
    const readPages = async (replica: FastifyInstance) => {
      const sizes = ['30', '100', '5000', '17'].flatMap((limit) =>
        ['br', 'gzip', 'identity'].map((encoding) => ({ limit, encoding })),
      );
      return Promise.all(
        sizes.map(async ({ limit, encoding }) => {
          const fields = { ...query, adultsCount: '1', page: '1', limit } as Record<string, string>;
          const response = await replica.inject({
            url: `/api/flights/search?${new URLSearchParams(fields)}`,
            headers: { 'accept-encoding': encoding },
          });
          const page = JSON.parse(decode(response.rawPayload, encoding)) as SearchResponse;
          expect(page.search_id).toBe(search_id);
          return { ids: page.offers.map(({ id }) => id), limit: Number(limit), total: page.total_count };
        }),
      );
    };
    const before = await harness.provider.countSearches();
    for (const page of await readPages(app)) {
      expect(page.total).toBe(ids.length);
      expect(page.ids).toEqual(ids.slice(0, page.limit));
    }
    expect(await redis.hlen(pagesKey(prefix, query))).toBe(6);
    // The stored bytes go out until the earliest expiry in them.
    expect(await redis.pexpiretime(pagesKey(prefix, query))).toBe(earliestExpiry);
    await store(-1, -1);
    const verify = async (id = '') => (await other.inject(`/api/flights/verify-offer/${id}`)).statusCode;
    expect([await verify(ids[1]), await verify(ids[2])]).toEqual([410, 200]);
    expect((await other.inject(`/api/flights/offer/${ids[0]}`)).statusCode).toBe(410);
    for (const replica of [other, app])
      for (const page of await readPages(replica)) {
        expect(page.total).toBe(ids.length - 2);
        expect(page.ids).toEqual(ids.slice(2, page.limit + 2));
      }
    expect(await redis.hlen(pagesKey(prefix, query))).toBe(6);
    const ttl = await redis.pttl(pagesKey(prefix, query));
    expect(ttl).toBeGreaterThan(200_000);
    expect(await harness.provider.countSearches()).toBe(before);
  });

  it('[CACHE-02] does not extend the life of pages that were built before it expired', async () => {
    const keys = createKeys(uniqueName('flights'));
    const store = createSearchRepository(redis, keys, defaultDurations, log);
    const list = {
      offerRequestId: 'orq_1',
      mode: 'test' as const,
      query: searchRequestSchema.parse(uniqueSearch()),
      searchedAt: new Date().toISOString(),
      offers: [600, 60_000].map((lifetimeMs, index) => ({
        offer: { id: `off_${index}`, expires_at: new Date(Date.now() + lifetimeMs).toISOString() },
      })) as ProviderOffer[],
    };
    const result = await store.write('a search', list);
    await store.writePage('a search', result, 'both', Buffer.from('off_0 off_1'));
    // A replica whose clock is ahead has already filtered the offer.
    const later = { ...result, pagesUntil: Date.now() + 60_000 };
    await store.writePage('a search', later, 'one', Buffer.from('off_1'));
    await eventually(async () => ((await store.readPage('a search', 'both')) ? undefined : true), 1_500);
    await store.writePage('a search', result, 'late', Buffer.from('off_0 off_1'));
    expect(await store.readPage('a search', 'late')).toBeUndefined();
    expect((await store.read('a search'))?.offers.map(({ offer }) => offer.id)).toEqual(['off_1']);
  });

  it('[LIST-05] as the last one of its list lets the next request search again', async () => {
    await harness.provider.overrideNextResults({ count: 2 });
    const { query, search_id, store } = await storeSearch();
    await store(300, 300);
    await eventually(async () => ((await search(app, query)).search_id === search_id ? undefined : true));
    expect((await search(app, query)).total_count).toBeGreaterThan(0);
  });
});

it('[CACHE-02] omits expired offers from the list', async () => {
  await harness.provider.advanceClock(-31 * 60_000);
  expect(await search(app, uniqueSearch())).toMatchObject({ offers: [], total_count: 0 });
});

it.each([{ expire: true }, { unavailable: true }] as const)(
  '[CACHE-02][PROVIDER-05] removes an expired offer (%o) from all pages of all replicas and brands and keeps the others without a provider call',
  async (change) => {
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
    const ttl = await redis.pttl(pagesKey(prefix, query));
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(300_000);
  },
);

it('[CACHE-02] does not cache a page built from an outdated list, and does not remove offers from a later search', async () => {
  const keys = createKeys(uniqueName('flights'));
  const store = createSearchRepository(redis, keys, defaultDurations, log);
  const readStored = async () => {
    const result = await store.read('a search');
    if (!result) throw new Error('the search is not stored');
    return result;
  };
  const readOfferIds = async () => (await readStored()).offers.map(({ offer }) => offer.id);
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const offers = ['off_1', 'off_2', 'off_3'].map((id) => ({ offer: { id, expires_at } })) as ProviderOffer[];
  const query = searchRequestSchema.parse(uniqueSearch());
  const createList = (offerRequestId: string) =>
    ({ offerRequestId, mode: 'test', query, searchedAt: '2026-11-20T10:00:00Z', offers }) as const;
  await store.write('a search', createList('orq_1'));
  const before = await readStored();
  await Promise.all(['off_1', 'off_3'].map((id) => store.removeOffer('a search', 'orq_1', id)));
  expect(await readOfferIds()).toEqual(['off_2']);
  await store.writePage('a search', before, 'page', Buffer.from('with three offers'));
  expect(await store.readPage('a search', 'page')).toBeUndefined();
  const after = await readStored();
  await store.writePage('a search', after, 'page', Buffer.from('with one offer'));
  expect(String(await store.readPage('a search', 'page'))).toBe('with one offer');
  await store.write('a search', createList('orq_2'));
  await store.removeOffer('a search', 'orq_1', 'off_2');
  expect(await readOfferIds()).toEqual(['off_1', 'off_2', 'off_3']);
  await store.removeOffer('an expired search', 'orq_1', 'off_2');
  expect(await redis.exists(keys.searchVersion('an expired search'))).toBe(0);
});

it('[CACHE-03][MODE-04] caches searches separately for test and live mode', async () => {
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
  harness.accounts.state.mode = 'live';
  expect((await findFirstOffer(app)).mode).toBe('live');
  harness.accounts.state.isDown = true;
  try {
    expect((await findFirstOffer(app)).mode).toBe('live');
    expect((await findFirstOffer(await harness.startReplica())).mode).toBe('test');
  } finally {
    harness.accounts.state.isDown = false;
  }
});
