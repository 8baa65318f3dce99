import { connectRedis } from '@fareline/service-kit/redis';
import { testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKeys } from '../redis/keys.ts';
import {
  from,
  postSearch,
  search,
  startSharedHarness,
  uniqueSearch,
  withoutBatches,
} from '../testing/harness.ts';

const redis = connectRedis(testRedisUrl());
const harness = await startSharedHarness();
const app = await harness.startReplica();
const shortTimeout = await harness.startReplica(undefined, { durations: { searchTimeout: 2_500 } });
const inOneCall = await harness.startReplica(undefined, withoutBatches);
afterEach(() => harness.provider.reset());
afterAll(() => redis.disconnect());

const start = { method: 'POST', path: '/air/batch_offer_requests' };
const read = { method: 'GET', path: '/air/batch_offer_requests' };
const countStarts = () => harness.provider.countCalls('POST', '/air/batch_offer_requests');
const countReads = () => harness.provider.countCalls('GET', '/air/batch_offer_requests');
const countOneCallSearches = () => harness.provider.countCalls('POST', '/air/offer_requests');
const toPricesAndDurations = ({ offers }: Awaited<ReturnType<typeof search>>) =>
  offers.map(({ total_amount, slices }) => [total_amount, slices.map(({ duration }) => duration)]);

describe('search in batches', () => {
  it('[API-31] returns the same offers as a search in one call, cheapest first', async () => {
    const query = uniqueSearch();
    const [inBatches, whole] = [await search(app, query), await search(inOneCall, query)];
    expect(toPricesAndDurations(inBatches)).toEqual(toPricesAndDurations(whole));
    const prices = inBatches.offers.map(({ total_amount }) => Number(total_amount));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(inBatches.total_count).toBe(whole.total_count);
    expect([await countStarts(), await countOneCallSearches()]).toEqual([1, 1]);
    expect(await countReads()).toBeGreaterThan(1);
  });

  it('[API-31] returns an empty list for a route without flights', async () => {
    expect(await search(app, uniqueSearch({ origin: 'PVD', destination: 'RAI' }))).toMatchObject({
      offers: [],
      total_count: 0,
    });
    expect(await countOneCallSearches()).toBe(0);
  });

  it('[API-36] returns offers that can be opened and refreshed', async () => {
    const [offer] = (await search(app, uniqueSearch())).offers;
    expect((await app.inject({ url: `/api/flights/offer/${offer?.id}` })).json()).toMatchObject({
      id: offer?.id,
      total_amount: offer?.total_amount,
    });
    const refresh = { method: 'POST', url: `/api/flights/offer/${offer?.id}/refresh` } as const;
    expect((await app.inject(refresh)).json()).toMatchObject({ price_changed: false });
    expect([await countStarts(), await countOneCallSearches()]).toEqual([1, 1]);
  });

  it('[PROVIDER-06] consumes budget for every call and retry and releases the unused reservation', async () => {
    const prefix = uniqueName('flights');
    const replica = await harness.startReplica(prefix);
    await harness.provider.injectFault({ ...read, kind: 'status', status: 500 });
    await search(replica, uniqueSearch());
    expect(await redis.zcard(createKeys(prefix).budget())).toBe((await countStarts()) + (await countReads()));
    expect(await countOneCallSearches()).toBe(0);
  });
});

describe('failing batch reads', () => {
  it.each([
    ['a 500', { kind: 'status', status: 500, times: 2 }, 2],
    ['a 429', { kind: 'status', status: 429, times: 2 }, 1],
    ['a truncated body', { kind: 'malformed' }, 1],
    ['a dropped connection', { kind: 'drop' }, 1],
    ['no response', { kind: 'hang' }, 1],
    ['an unknown search', { kind: 'status', status: 404 }, 1],
    ['an invalid response', { kind: 'status', status: 200, body: { data: { id: 'orq_1' } } }, 1],
  ])('[PROVIDER-11] after %s the search is run once more in one call', async (_name, fault, attempts) => {
    const query = uniqueSearch();
    await harness.provider.injectFault({ ...read, ...fault });
    const found = await search(fault.kind === 'hang' ? shortTimeout : app, query);
    expect([await countStarts(), await countReads(), await countOneCallSearches()]).toEqual([1, attempts, 1]);
    expect(toPricesAndDurations(found)).toEqual(toPricesAndDurations(await search(inOneCall, query)));
  });

  it('[PROVIDER-11] retries a read after a single 500', async () => {
    await harness.provider.injectFault({ ...read, kind: 'status', status: 500 });
    expect((await search(app, uniqueSearch())).offers.length).toBeGreaterThan(0);
    expect([await countStarts(), await countOneCallSearches()]).toEqual([1, 0]);
  });

  it('[PROVIDER-11] stops reading after three empty responses', async () => {
    const emptyBatch = { id: 'orq_1', total_batches: 9, remaining_batches: 9, offers: [] };
    await harness.provider.injectFault({
      ...read,
      kind: 'status',
      status: 200,
      body: { data: emptyBatch },
      times: 9,
    });
    expect((await search(app, uniqueSearch())).offers.length).toBeGreaterThan(0);
    expect([await countReads(), await countOneCallSearches()]).toEqual([3, 1]);
  });

  it('[PROVIDER-11] fails after one attempt in one call if that fails as well', async () => {
    await harness.provider.injectFault({ ...read, kind: 'status', status: 500, times: 9 });
    await harness.provider.injectFault({
      method: 'POST',
      path: '/air/offer_requests',
      kind: 'status',
      status: 500,
      times: 9,
    });
    expect((await postSearch(app, uniqueSearch())).json()).toMatchObject({ error: 'PROVIDER_UNAVAILABLE' });
    expect([await countStarts(), await countReads(), await countOneCallSearches()]).toEqual([1, 2, 1]);
  });
});

describe('failing start of a search', () => {
  it.each([
    ['a 500', { kind: 'status', status: 500, times: 9 }],
    ['a dropped connection', { kind: 'drop', times: 9 }],
  ])('[PROVIDER-11] after %s the search is run in one call', async (_name, fault) => {
    await harness.provider.injectFault({ ...start, ...fault });
    expect((await search(app, uniqueSearch())).offers.length).toBeGreaterThan(0);
    expect([await countStarts(), await countOneCallSearches()]).toEqual([2, 1]);
  });

  it.each([
    ['a 429', { kind: 'status', status: 429 }, 'SEARCH_BUSY'],
    ['a rejected token', { kind: 'status', status: 401 }, 'PROVIDER_UNAVAILABLE'],
    ['no response', { kind: 'hang' }, 'PROVIDER_UNAVAILABLE'],
    ['an airline timeout', { kind: 'status', status: 504 }, 'PROVIDER_UNAVAILABLE'],
  ])('[PROVIDER-11] after %s no second call is made', async (_name, fault, error) => {
    await harness.provider.injectFault({ ...start, ...fault });
    expect((await postSearch(shortTimeout, uniqueSearch())).json()).toMatchObject({ error });
    expect([await countStarts(), await countOneCallSearches()]).toEqual([1, 0]);
  });

  it('[API-31] after rejected airports no second call is made', async () => {
    expect((await postSearch(app, uniqueSearch({ origin: 'QQQ' }))).json()).toMatchObject({
      error: 'VALIDATION_ERROR',
    });
    expect([await countStarts(), await countOneCallSearches()]).toEqual([1, 0]);
  });
});

describe('small budget', () => {
  it("[PROVIDER-06] leaves half of everybody's calls to searches in one call, even for concurrent searches", async () => {
    // 17 of 60 calls are everybody's: at most one search in batches, and the others in one call.
    const replica = await harness.startReplica(undefined, {
      env: { PROVIDER_BUDGET_PER_MINUTE: '60' },
      durations: { maxBudgetWait: 0 },
    });
    const responses = await Promise.all(
      Array.from({ length: 13 }, (_, index) => postSearch(replica, uniqueSearch(), from(`203.0.${index}.1`))),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
    expect([await countStarts(), await countOneCallSearches()]).toEqual([1, 12]);
  });

  it('[PROVIDER-06] searches in one call if the budget never permits batches', async () => {
    const replica = await harness.startReplica(undefined, { env: { PROVIDER_BUDGET_PER_MINUTE: '6' } });
    await search(replica, uniqueSearch());
    expect([await countStarts(), await countOneCallSearches()]).toEqual([0, 1]);
  });
});
