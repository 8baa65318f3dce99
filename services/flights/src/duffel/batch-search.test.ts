import { connectRedis } from '@fareline/service-kit';
import { testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKeys } from '../redis/keys.ts';
import {
  uniqueSearch,
  withoutBatches,
  postSearch,
  search,
  startHarness,
  type Harness,
} from '../testing/harness.ts';

let harness: Harness;
let app: FastifyInstance;
/** Gives up sooner. */
let hasty: FastifyInstance;
let plain: FastifyInstance;
const redis = connectRedis(testRedisUrl());
beforeAll(async () => {
  harness = await startHarness();
  app = await harness.startReplica();
  hasty = await harness.startReplica(undefined, { durations: { searchTimeout: 2_500 } });
  plain = await harness.startReplica(undefined, withoutBatches);
});
afterEach(() => harness.provider.reset());
afterAll(async () => {
  redis.disconnect();
  await harness.close();
});

const begin = { method: 'POST', path: '/air/batch_offer_requests' };
const read = { method: 'GET', path: '/air/batch_offer_requests' };
const begun = () => harness.provider.countCalls('POST', '/air/batch_offer_requests');
const reads = () => harness.provider.countCalls('GET', '/air/batch_offer_requests');
const plainCalls = () => harness.provider.countCalls('POST', '/air/offer_requests');
const flown = ({ offers }: Awaited<ReturnType<typeof search>>) =>
  offers.map(({ total_amount, slices }) => [total_amount, slices.map(({ duration }) => duration)]);

describe('a search in batches', () => {
  it('[API-31] finds what the search in one call finds, cheapest first', async () => {
    const query = uniqueSearch();
    const [inBatches, whole] = [await search(app, query), await search(plain, query)];
    expect(flown(inBatches)).toEqual(flown(whole));
    expect(inBatches.total_count).toBe(whole.total_count);
    expect([await begun(), await plainCalls()]).toEqual([1, 1]);
    expect(await reads()).toBeGreaterThan(1);
  });

  it('[API-31] of a route without flights is an empty list', async () => {
    expect(await search(app, uniqueSearch({ origin: 'PVD', destination: 'RAI' }))).toMatchObject({
      offers: [],
      total_count: 0,
    });
    expect(await plainCalls()).toBe(0);
  });

  it('[API-36] has offers that can be opened and exchanged', async () => {
    const [offer] = (await search(app, uniqueSearch())).offers;
    expect((await app.inject({ url: `/api/flights/offer/${offer?.id}` })).json()).toMatchObject({
      id: offer?.id,
      total_amount: offer?.total_amount,
    });
    const exchange = { method: 'POST', url: `/api/flights/offer/${offer?.id}/refresh` } as const;
    expect((await app.inject(exchange)).json()).toMatchObject({ price_changed: false });
    expect([await begun(), await plainCalls()]).toEqual([1, 1]);
  });

  it('[PROVIDER-06] pays for every call and every further try, and gives back what it had set aside', async () => {
    const prefix = uniqueName('flights');
    const replica = await harness.startReplica(prefix);
    await harness.provider.injectFault({ ...read, kind: 'status', status: 500 });
    await search(replica, uniqueSearch());
    expect(await redis.zcard(createKeys(prefix).budget)).toBe((await begun()) + (await reads()));
    expect(await plainCalls()).toBe(0);
  });
});

describe('batches that stop coming', () => {
  it.each([
    ['a 500', { kind: 'status', status: 500, times: 2 }, 2],
    ['a 429', { kind: 'status', status: 429, times: 2 }, 1],
    ['half a body', { kind: 'malformed' }, 1],
    ['a cut connection', { kind: 'drop' }, 1],
    ['silence', { kind: 'hang' }, 1],
    ['a search that is not known', { kind: 'status', status: 404 }, 1],
    ['an answer of another shape', { kind: 'status', status: 200, body: { data: { id: 'orq_1' } } }, 1],
  ])('[PROVIDER-11] %s ends in one search in one call', async (_what, fault, tries) => {
    const query = uniqueSearch();
    await harness.provider.injectFault({ ...read, ...fault });
    const found = await search(fault.kind === 'hang' ? hasty : app, query);
    expect([await begun(), await reads(), await plainCalls()]).toEqual([1, tries, 1]);
    expect(flown(found)).toEqual(flown(await search(plain, query)));
  });

  it('[PROVIDER-11] a 500 once is read again', async () => {
    await harness.provider.injectFault({ ...read, kind: 'status', status: 500 });
    expect((await search(app, uniqueSearch())).offers.length).toBeGreaterThan(0);
    expect([await begun(), await plainCalls()]).toEqual([1, 0]);
  });

  it('[PROVIDER-11] answers that bring nothing are not asked for long', async () => {
    const more = { id: 'orq_1', total_batches: 9, remaining_batches: 9, offers: [] };
    await harness.provider.injectFault({
      ...read,
      kind: 'status',
      status: 200,
      body: { data: more },
      times: 9,
    });
    expect((await search(app, uniqueSearch())).offers.length).toBeGreaterThan(0);
    expect([await reads(), await plainCalls()]).toEqual([3, 1]);
  });

  it('[PROVIDER-11] when that call fails as well, the search fails after it', async () => {
    await harness.provider.injectFault({ ...read, kind: 'status', status: 500, times: 9 });
    await harness.provider.injectFault({
      method: 'POST',
      path: '/air/offer_requests',
      kind: 'status',
      status: 500,
      times: 9,
    });
    expect((await postSearch(app, uniqueSearch())).json()).toMatchObject({ error: 'PROVIDER_UNAVAILABLE' });
    expect([await begun(), await reads(), await plainCalls()]).toEqual([1, 2, 1]);
  });
});

describe('a search that cannot begin', () => {
  it.each([
    ['a 500', { kind: 'status', status: 500, times: 9 }],
    ['a cut connection', { kind: 'drop', times: 9 }],
  ])('[PROVIDER-11] after %s is tried in one call', async (_what, fault) => {
    await harness.provider.injectFault({ ...begin, ...fault });
    expect((await search(app, uniqueSearch())).offers.length).toBeGreaterThan(0);
    expect([await begun(), await plainCalls()]).toEqual([2, 1]);
  });

  it.each([
    ['a 429', { kind: 'status', status: 429 }, 'SEARCH_BUSY'],
    ['a refused token', { kind: 'status', status: 401 }, 'PROVIDER_UNAVAILABLE'],
    ['silence', { kind: 'hang' }, 'PROVIDER_UNAVAILABLE'],
    ['airlines that are late', { kind: 'status', status: 504 }, 'PROVIDER_UNAVAILABLE'],
  ])('[PROVIDER-11] after %s costs no second call', async (_what, fault, error) => {
    await harness.provider.injectFault({ ...begin, ...fault });
    expect((await postSearch(hasty, uniqueSearch())).json()).toMatchObject({ error });
    expect([await begun(), await plainCalls()]).toEqual([1, 0]);
  });

  it('[API-31] because of its airports costs no second call', async () => {
    expect((await postSearch(app, uniqueSearch({ origin: 'QQQ' }))).json()).toMatchObject({
      error: 'VALIDATION_ERROR',
    });
    expect([await begun(), await plainCalls()]).toEqual([1, 0]);
  });
});

describe('a budget that is tight', () => {
  it('[PROVIDER-06] leaves half of the searches’ share to searches in one call, even when all begin at once', async () => {
    // 20 of 30 are for searches: two in batches at most, and ten in one call.
    const tight = await harness.startReplica(undefined, {
      env: { PROVIDER_BUDGET_PER_MINUTE: '30' },
      durations: { maxBudgetWait: 0 },
    });
    const answers = await Promise.all(Array.from({ length: 12 }, () => postSearch(tight, uniqueSearch())));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect([await begun(), await plainCalls()]).toEqual([2, 10]);
  });

  it('[PROVIDER-06] makes no early results where there could never be any', async () => {
    const small = await harness.startReplica(undefined, { env: { PROVIDER_BUDGET_PER_MINUTE: '6' } });
    await search(small, uniqueSearch());
    expect([await begun(), await plainCalls()]).toEqual([0, 1]);
  });
});
