import { AppError, connectRedis } from '@fareline/service-kit';
import { testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKeys } from '../redis/keys.ts';
import {
  findFirstOffer,
  uniqueSearch,
  postSearch,
  search,
  startHarness,
  type Harness,
} from '../testing/harness.ts';
import { createProviderBudget } from './provider-budget.ts';

const redis = connectRedis(testRedisUrl());
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  redis.disconnect();
  await harness.stop();
});

const createBudget = (prefix: string, perMinute: number, budgetWindow: number) =>
  createProviderBudget(redis, createKeys(prefix), perMinute, { budgetWindow, maxBudgetWait: 0 });

const isBusy = async (acquired: Promise<void>) => {
  try {
    await acquired;
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SEARCH_BUSY') return true;
    throw error;
  }
};

it('[PROVIDER-06] all replicas share one budget with a reserve for bookings', async () => {
  const prefix = uniqueName('budget');
  const replicas = [
    createBudget(prefix, 60, 60_000),
    createBudget(prefix, 60, 60_000),
    createBudget(prefix, 60, 60_000),
  ];
  const take = (share: 'search' | 'booking', count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        isBusy((replicas[index % 3] ?? createBudget(prefix, 60, 60_000)).acquire(share)),
      ),
    );
  const countAcquired = (results: boolean[]) => results.filter((busy) => !busy).length;
  expect(countAcquired(await take('search', 80))).toBe(40);
  expect(countAcquired(await take('booking', 30))).toBe(10);
  expect(countAcquired(await take('search', 5))).toBe(0);
});

it('[PROVIDER-06] while Redis is down each process uses a quarter of the budget', async () => {
  const down = connectRedis('redis://127.0.0.1:9');
  const budget = createProviderBudget(down, createKeys('none'), 60, {
    budgetWindow: 60_000,
    maxBudgetWait: 0,
  });
  const results = [];
  for (let count = 0; count < 20; count++) results.push(await isBusy(budget.acquire('search')));
  expect(results.filter((busy) => !busy)).toHaveLength(10);
  down.disconnect();
});

it('[PROVIDER-06] no sliding window contains more calls than the budget', async () => {
  const budget = createBudget(uniqueName('budget'), 6, 400);
  const acquiredAt: number[] = [];
  const deadline = Date.now() + 1_600;
  while (Date.now() < deadline) {
    await budget.acquire('search', 1_000);
    acquiredAt.push(Date.now());
  }
  expect(acquiredAt.length).toBeGreaterThanOrEqual(12);
  // Four of six calls are for searches, so the fifth waits until the first has left the window.
  for (let index = 4; index < acquiredAt.length; index++)
    expect((acquiredAt[index] ?? 0) - (acquiredAt[index - 4] ?? 0)).toBeGreaterThanOrEqual(380);
});

it('[PROVIDER-07] a search over budget waits if budget is available soon', async () => {
  const app = await harness.startReplica(undefined, {
    env: { PROVIDER_BUDGET_PER_MINUTE: '6' },
    durations: { budgetWindow: 600, maxBudgetWait: 2_000 },
  });
  for (let count = 0; count < 4; count++) await search(app, uniqueSearch());
  const started = Date.now();
  await search(app, uniqueSearch());
  expect(Date.now() - started).toBeLessThan(2_500);
});

it('[PROVIDER-07] returns 503 with Retry-After when the search budget is used up, while cached searches and bookings work', async () => {
  const prefix = uniqueName('flights');
  const overrides = { env: { PROVIDER_BUDGET_PER_MINUTE: '6' }, durations: { maxBudgetWait: 50 } };
  const [app, other] = [
    await harness.startReplica(prefix, overrides),
    await harness.startReplica(prefix, overrides),
  ];
  const cachedSearch = uniqueSearch();
  const offer = await findFirstOffer(app, cachedSearch);
  for (let count = 0; count < 3; count++) await search(app, uniqueSearch());
  const before = await harness.provider.countSearches();
  const rejected = await postSearch(other, uniqueSearch());
  expect(rejected.statusCode).toBe(503);
  expect(rejected.json()).toMatchObject({ error: 'SEARCH_BUSY' });
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(30);
  expect(await harness.provider.countSearches()).toBe(before);
  expect((await postSearch(other, cachedSearch)).statusCode).toBe(200);
  const refreshed = await other.inject({ method: 'POST', url: `/api/flights/offer/${offer.id}/refresh` });
  expect(refreshed.statusCode).toBe(200);
});
