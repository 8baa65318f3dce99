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
  await harness.close();
});

const budgetOf = (prefix: string, perMinute: number, budgetWindow: number) =>
  createProviderBudget(redis, createKeys(prefix), perMinute, { budgetWindow, maxBudgetWait: 0 });

const busy = async (take: Promise<void>) => {
  try {
    await take;
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SEARCH_BUSY') return true;
    throw error;
  }
};

it('[PROVIDER-06] all replicas draw on one budget, and a part is kept for bookings', async () => {
  const prefix = uniqueName('budget');
  const replicas = [budgetOf(prefix, 60, 60_000), budgetOf(prefix, 60, 60_000), budgetOf(prefix, 60, 60_000)];
  const take = (share: 'search' | 'booking', count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        busy((replicas[index % 3] ?? budgetOf(prefix, 60, 60_000)).acquire(share)),
      ),
    );
  const passed = (answers: boolean[]) => answers.filter((isBusy) => !isBusy).length;
  expect(passed(await take('search', 80))).toBe(40);
  expect(passed(await take('booking', 30))).toBe(10);
  expect(passed(await take('search', 5))).toBe(0);
});

it('[PROVIDER-06] no window holds more than the budget, not even around a refill', async () => {
  const budget = budgetOf(uniqueName('budget'), 6, 400);
  const taken: number[] = [];
  const end = Date.now() + 1_600;
  while (Date.now() < end) {
    await budget.acquire('search', 1_000);
    taken.push(Date.now());
  }
  expect(taken.length).toBeGreaterThanOrEqual(12);
  // Four searches of six calls: the fifth waits until the first has left the window.
  for (let index = 4; index < taken.length; index++)
    expect((taken[index] ?? 0) - (taken[index - 4] ?? 0)).toBeGreaterThanOrEqual(380);
});

it('[PROVIDER-07] over budget a search waits for its turn if that is soon', async () => {
  const app = await harness.startReplica(undefined, {
    env: { PROVIDER_BUDGET_PER_MINUTE: '6' },
    durations: { budgetWindow: 600, maxBudgetWait: 2_000 },
  });
  for (let count = 0; count < 4; count++) await search(app, uniqueSearch());
  const started = Date.now();
  await search(app, uniqueSearch());
  expect(Date.now() - started).toBeLessThan(2_500);
});

it('[PROVIDER-07] else it is answered 503 with Retry-After, while cached searches and bookings go on', async () => {
  const prefix = uniqueName('flights');
  const more = { env: { PROVIDER_BUDGET_PER_MINUTE: '6' }, durations: { maxBudgetWait: 50 } };
  const [app, other] = [await harness.startReplica(prefix, more), await harness.startReplica(prefix, more)];
  const known = uniqueSearch();
  const offer = await findFirstOffer(app, known);
  for (let count = 0; count < 3; count++) await search(app, uniqueSearch());
  const before = await harness.provider.countSearches();
  const refused = await postSearch(other, uniqueSearch());
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({ error: 'SEARCH_BUSY' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30);
  expect(await harness.provider.countSearches()).toBe(before);
  expect((await postSearch(other, known)).statusCode).toBe(200);
  const exchanged = await other.inject({ method: 'POST', url: `/api/flights/offer/${offer.id}/refresh` });
  expect(exchanged.statusCode).toBe(200);
});
