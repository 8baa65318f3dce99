import { AppError } from '@fareline/service-kit/app-error';
import type { Client } from '@fareline/service-kit/limits/client';
import { connectRedis } from '@fareline/service-kit/redis';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultDurations } from '../durations.ts';
import { createKeys } from '../redis/keys.ts';
import {
  findFirstOffer,
  from,
  uniqueSearch,
  postSearch,
  search,
  startSharedHarness,
} from '../testing/harness.ts';
import type { BudgetCall } from './budget-call.ts';
import { createProviderBudget } from './provider-budget.ts';

const redis = connectRedis(testRedisUrl());
const harness = await startSharedHarness();
await eventually(() => redis.status === 'ready' || undefined);
afterAll(() => redis.disconnect());

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
  const take = (share: BudgetCall['share'], count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        isBusy((replicas[index % 3] ?? createBudget(prefix, 60, 60_000)).acquire({ share })),
      ),
    );
  const countAcquired = (results: boolean[]) => results.filter((busy) => !busy).length;
  expect(countAcquired(await take('search', 80))).toBe(34);
  expect(countAcquired(await take('offers', 20))).toBe(10);
  expect(countAcquired(await take('watch', 20))).toBe(4);
  expect(countAcquired(await take('booking', 30))).toBe(12);
  expect(countAcquired(await take('search', 5))).toBe(0);
});

it('[LIMIT-03] offers use what searches leave free, and leave fourteen calls to them', async () => {
  const budget = createBudget(uniqueName('budget'), 60, 60_000);
  const take = async (share: BudgetCall['share']) => {
    const results = await Promise.all(Array.from({ length: 40 }, () => isBusy(budget.acquire({ share }))));
    return results.filter((busy) => !busy).length;
  };
  expect(await take('details')).toBe(18);
  expect(await take('offers')).toBe(12);
  expect(await take('search')).toBe(14);
  expect(await take('watch')).toBe(4);
  expect(await take('booking')).toBe(12);
});

it('[LEDGER-12] reads of orders are refused once half of the calls of visitors are used, and leave bookings theirs', async () => {
  const budget = createBudget(uniqueName('budget'), 60, 60_000);
  const read = async (count: number) => {
    const results = await Promise.all(Array.from({ length: count }, () => budget.acquireOrderRead()));
    return results.filter(Boolean).length;
  };
  const take = async (share: BudgetCall['share']) => {
    const results = await Promise.all(Array.from({ length: 60 }, () => isBusy(budget.acquire({ share }))));
    return results.filter((busy) => !busy).length;
  };
  for (let call = 0; call < 12; call += 1) await budget.acquire({ share: 'search' });
  expect(await read(20)).toBe(10);
  expect(await take('search')).toBe(22);
  expect(await read(1)).toBe(0);
  expect(await take('watch')).toBe(4);
  expect(await take('booking')).toBe(12);
});

it('[PROVIDER-06] metrics have the calls of the window by what they were made for', async () => {
  const prefix = uniqueName('budget');
  const budget = createBudget(prefix, 60, 60_000);
  const shares = ['search', 'search', 'offers', 'details', 'details', 'payment', 'booking', 'watch'] as const;
  for (const share of shares) await budget.acquire({ share });
  await budget.record();
  expect(await budget.acquireOrderRead()).toBe(true);
  const reservation = await budget.reserve(3, undefined);
  const earlier = Date.now() - defaultDurations.budgetWindow - 1_000;
  for (const share of [undefined, 'search']) await redis.zadd(createKeys(prefix).budget(share), earlier, 'x');
  const { body } = await (await harness.startReplica(prefix)).inject('/metrics');
  await reservation?.release();
  expect(body.match(/^provider_budget_calls.*/gm)).toEqual(
    Object.entries({ search: 5, offers: 1, details: 2, payment: 1, booking: 2, watch: 1, orders: 1 }).map(
      ([share, count]) => `provider_budget_calls{share="${share}"} ${count}`,
    ),
  );
});

it('[PROVIDER-06] metrics have the limits of the budget, which follow its setting', async () => {
  const replica = await harness.startReplica(uniqueName('budget'), {
    env: { PROVIDER_BUDGET_PER_MINUTE: '120' },
  });
  const { body } = await replica.inject('/metrics');
  expect(body.match(/^provider_budget_limit.*/gm)).toEqual(
    Object.entries({ all: 120, visitors: 88, search: 68, offers: 60 }).map(
      ([share, count]) => `provider_budget_limit{share="${share}"} ${count}`,
    ),
  );
});

it('[PROVIDER-07] a call waits no longer than the window when the clock of Redis was set back', async () => {
  const prefix = uniqueName('budget');
  const budget = createBudget(prefix, 6, 60_000);
  const calls = Array.from({ length: 6 }, (_, index) => [Date.now() + 3_600_000, `call ${index}`]).flat();
  await redis.zadd(createKeys(prefix).budget(), ...calls);
  const refused = await budget.acquire({ share: 'booking' }).catch((error: unknown) => error);
  expect((refused as AppError).retryAfterSeconds).toBe(60);
});

it('[PROVIDER-06] a booking may use all calls that the other shares leave free', async () => {
  const budget = createBudget(uniqueName('budget'), 60, 60_000);
  for (let count = 0; count < 60; count++) await budget.acquire({ share: 'booking' });
  for (const share of ['booking', 'search', 'offers', 'details', 'watch'] as const)
    expect(await isBusy(budget.acquire({ share }))).toBe(true);
});

it('[LIMIT-03] the smallest budget has a call for each share', async () => {
  const budget = createBudget(uniqueName('budget'), 6, 60_000);
  for (const share of ['search', 'search', 'search', 'offers', 'watch', 'booking'] as const)
    expect(await isBusy(budget.acquire({ share }))).toBe(false);
});

describe('limits of a client', () => {
  const client = (address: string, visitor?: string): Client => [
    { kind: 'network', name: address },
    { kind: 'range', name: address.replace(/\d+$/, '0/24') },
    ...(visitor ? [{ kind: 'visitor' as const, name: visitor }] : []),
  ];
  const takeAs = async (
    budget: ReturnType<typeof createBudget>,
    share: BudgetCall['share'],
    who: Client,
    count = 40,
  ) => {
    const codes = await Promise.all(
      Array.from({ length: count }, () =>
        budget.acquire({ share, client: who }).then(
          () => 'acquired',
          (error: AppError) => error.code,
        ),
      ),
    );
    return [codes.filter((code) => code === 'acquired').length, codes.at(-1)];
  };

  it('[LIMIT-01] [LIMIT-02] are half of each share for an address and three quarters for its /24', async () => {
    const budget = createBudget(uniqueName('budget'), 60, 60_000);
    expect(await takeAs(budget, 'search', client('203.0.113.1'))).toEqual([17, 'TOO_MANY_REQUESTS']);
    expect(await takeAs(budget, 'search', client('203.0.113.2'))).toEqual([0, 'TOO_MANY_REQUESTS']);
    expect(await takeAs(budget, 'search', client('198.51.100.1'))).toEqual([2, 'SEARCH_BUSY']);
    expect(await takeAs(budget, 'booking', client('203.0.113.1'))).toEqual([6, 'TOO_MANY_REQUESTS']);
    expect(await takeAs(budget, 'booking', client('203.0.113.2'))).toEqual([3, 'TOO_MANY_REQUESTS']);
  });

  it('[PROVIDER-07] name at most the 60 seconds of their minute, without the margin of the window', async () => {
    const budget = createBudget(uniqueName('budget'), 60, defaultDurations.budgetWindow);
    const acquire = () => budget.acquire({ share: 'offers', client: client('203.0.113.1') });
    for (let count = 0; count < 12; count++) await acquire();
    await expect(acquire()).rejects.toMatchObject({
      message: expect.stringContaining('can be opened in 60 seconds.'),
      retryAfterSeconds: 60,
    });
  });

  it('[LIMIT-02] [LIMIT-03] leave calls for entering the booking flow to a client that has opened details', async () => {
    const budget = createBudget(uniqueName('budget'), 60, 60_000);
    expect(await takeAs(budget, 'details', client('203.0.113.1'))).toEqual([9, 'TOO_MANY_REQUESTS']);
    expect(await takeAs(budget, 'offers', client('203.0.113.1'))).toEqual([3, 'TOO_MANY_REQUESTS']);
    expect(await takeAs(budget, 'offers', client('203.0.113.2'))).toEqual([0, 'TOO_MANY_REQUESTS']);
    expect(await takeAs(budget, 'offers', client('198.51.100.1'))).toEqual([3, 'SEARCH_BUSY']);
  });

  it('[LIMIT-02] [GUARD-15] let one make all calls of everybody, seventeen, and its first entry', async () => {
    const budget = createBudget(uniqueName('budget'), 60, 60_000);
    expect(await takeAs(budget, 'search', client('203.0.113.1'))).toEqual([17, 'TOO_MANY_REQUESTS']);
    expect(await takeAs(budget, 'offers', client('203.0.113.2'))).toEqual([1, 'TOO_MANY_REQUESTS']);
    expect(await takeAs(budget, 'search', client('198.51.100.1'))).toEqual([2, 'SEARCH_BUSY']);
  });

  it("[GUARD-15] leave its first entry to a /24 whose searches and fare rules were everybody's", async () => {
    const budget = createBudget(uniqueName('budget'), 60, 60_000);
    await takeAs(budget, 'search', client('192.0.2.1'), 4);
    await takeAs(budget, 'details', client('192.0.2.1'), 3);
    for (const range of [1, 2, 3]) await takeAs(budget, 'search', client(`203.0.${range}.1`));
    expect(await takeAs(budget, 'search', client('192.0.2.1'), 1)).toEqual([0, 'SEARCH_BUSY']);
    expect(await takeAs(budget, 'offers', client('192.0.2.1'))).toEqual([1, 'SEARCH_BUSY']);
  });

  it('[GUARD-15] leave forty-four calls to many ranges that each make one, ten of them to opened offers', async () => {
    const budget = createBudget(uniqueName('budget'), 60, 60_000);
    const takeOneEach = async (share: BudgetCall['share'], net: string) => {
      const taken = Array.from({ length: 40 }, (_, range) =>
        isBusy(budget.acquire({ share, client: client(`${net}.${range}.1`) })),
      );
      return (await Promise.all(taken)).filter((busy) => !busy).length;
    };
    expect(await takeOneEach('search', '203.0')).toBe(34);
    expect(await takeOneEach('offers', '198.51')).toBe(10);
    expect(await takeAs(budget, 'search', client('192.0.2.1'))).toEqual([0, 'SEARCH_BUSY']);
  });

  const ofAllKinds = [['search', 'details', 'offers']] as const;
  const oneKindEach = [['search'], ['details'], ['offers']] as const;
  /** What ranges take, in rounds: range by range what is next in the list, with so many tries of each of two addresses. */
  const takes: [string, [kinds: readonly (readonly BudgetCall['share'][])[], tries: number][]][] = [
    ['searches', [[[['search']], 20]]],
    ['details', [[[['details']], 20]]],
    ['entries', [[[['offers']], 20]]],
    ['entries and details', [[[['offers', 'details']], 20]]],
    ['all of it', [[ofAllKinds, 20]]],
    ['all of it, entries first', [[[['offers', 'details', 'search']], 20]]],
    ['one kind each', [[oneKindEach, 20]]],
    [
      'one kind each, then the rest',
      [
        [oneKindEach, 20],
        [ofAllKinds, 20],
      ],
    ],
    [
      'their first calls, then the rest',
      [
        [ofAllKinds, 1],
        [ofAllKinds, 20],
      ],
    ],
  ];
  const firstCalls = [
    ['search', 'details', 'offers'],
    ['search', 'offers', 'details'],
    ['details', 'offers', 'search'],
    ['search', 'offers'],
  ] as const;
  it.each(
    [
      [60, 2],
      [60, 4],
      [60, 8],
      [16, 2],
      [30, 4],
      [120, 16],
    ].flatMap(([perMinute = 0, ranges = 0]) =>
      takes.flatMap(([taken, rounds]) =>
        firstCalls
          .slice(0, perMinute === 60 ? 4 : 1)
          .map((calls) => [perMinute, ranges, taken, calls, rounds] as const),
      ),
    ),
  )(
    '[GUARD-05] [GUARD-15] of %i calls beside %i ranges that take %s leave a newcomer %j',
    async (perMinute, ranges, _taken, calls, rounds) => {
      const budget = createBudget(uniqueName('budget'), perMinute, 60_000);
      for (const [kinds, tries] of rounds)
        for (let range = 0; range < ranges; range += 1)
          for (const share of kinds[range % kinds.length] ?? [])
            for (const last of [1, 2]) await takeAs(budget, share, client(`203.0.${range}.${last}`), tries);
      for (const share of calls)
        expect([share, ...(await takeAs(budget, share, client('192.0.9.1'), 1))]).toEqual([
          share,
          1,
          'acquired',
        ]);
    },
  );

  it('[LIMIT-02] count a visitor at any address', async () => {
    const budget = createBudget(uniqueName('budget'), 60, 60_000);
    expect(await takeAs(budget, 'offers', client('203.0.113.1', 'visitor'))).toEqual([
      12,
      'TOO_MANY_REQUESTS',
    ]);
    expect(await takeAs(budget, 'offers', client('198.51.100.1', 'visitor'))).toEqual([
      0,
      'TOO_MANY_REQUESTS',
    ]);
  });

  it('[LIMIT-01] are an eighth of it in each thread while Redis is down', async () => {
    const down = connectRedis('redis://127.0.0.1:9');
    const budget = createProviderBudget(down, createKeys('none'), 60, {
      budgetWindow: 60_000,
      maxBudgetWait: 0,
    });
    expect(await takeAs(budget, 'search', client('203.0.113.1'))).toEqual([2, 'TOO_MANY_REQUESTS']);
    expect(await takeAs(budget, 'search', client('198.51.100.1'))).toEqual([2, 'TOO_MANY_REQUESTS']);
    expect(await takeAs(budget, 'search', client('192.0.2.1'))).toEqual([0, 'SEARCH_BUSY']);
    expect(await takeAs(budget, 'offers', client('198.51.100.1'))).toEqual([1, 'TOO_MANY_REQUESTS']);
    down.disconnect();
  });

  it('[LIMIT-02] give early results to some searches only', async () => {
    const budget = createBudget(uniqueName('budget'), 60, 60_000);
    const hasEarlyResults = async (address: string) =>
      (await budget.reserve(5, client(address))) !== undefined;
    expect(await hasEarlyResults('203.0.113.1')).toBe(true);
    expect(await hasEarlyResults('203.0.113.1')).toBe(false);
    expect(await hasEarlyResults('198.51.100.1')).toBe(false);
    expect(await takeAs(budget, 'search', client('203.0.113.1'))).toEqual([12, 'TOO_MANY_REQUESTS']);
  });

  it('[LIMIT-02] return the unused calls of a reservation to the client', async () => {
    const budget = createBudget(uniqueName('budget'), 60, 60_000);
    const reservation = await budget.reserve(5, client('203.0.113.1'));
    await reservation?.consume();
    await reservation?.release();
    expect(await takeAs(budget, 'search', client('203.0.113.1'))).toEqual([16, 'TOO_MANY_REQUESTS']);
  });
});

it('[PROVIDER-06] while Redis is down each thread uses an eighth of the budget, so that four replicas stay within it', async () => {
  const down = connectRedis('redis://127.0.0.1:9');
  const threads = Array.from({ length: 8 }, () =>
    createProviderBudget(down, createKeys('none'), 60, { budgetWindow: 60_000, maxBudgetWait: 0 }),
  );
  const countAcquired = async (share: BudgetCall['share']) => {
    const calls = threads.flatMap((budget) => Array.from({ length: 10 }, () => budget.acquire({ share })));
    return (await Promise.all(calls.map(isBusy))).filter((busy) => !busy).length;
  };
  expect(await countAcquired('search')).toBe(32);
  expect(await countAcquired('booking')).toBe(24);
  down.disconnect();
});

it('[PROVIDER-06] no sliding window contains more calls than the budget', async () => {
  const keys = createKeys(uniqueName('budget'));
  const window = 300;
  // By the clock of Redis: on a busy machine this process learns of a call some time after it was counted.
  const times = new Map<string, number>();
  const waits: number[] = [];
  const recording = {
    async eval(script: string, keyCount: number, ...rest: (string | number)[]) {
      const commands = [
        ['eval', script, keyCount, ...rest],
        ['zrange', keys.budget('search'), 0, -1, 'WITHSCORES'],
      ];
      const results = await redis.multi(commands).exec();
      const [result, log] = results!.map(([, value]) => value) as [[number, number], string[]];
      for (let index = 0; index < log.length; index += 2) times.set(log[index]!, Number(log[index + 1]));
      waits.push(result[0]);
      return result;
    },
  } as unknown as typeof redis;
  const budget = createProviderBudget(recording, keys, 6, { budgetWindow: window, maxBudgetWait: 60_000 });
  for (let count = 0; count < 12; count++) await budget.acquire({ share: 'search' });
  const sorted = [...times.values()].toSorted((one, other) => one - other);
  expect(sorted).toHaveLength(12);
  // Three of six calls are for searches, so the fourth waits until the first has left the window, and no longer.
  for (const [index, time] of sorted.slice(3).entries())
    expect(time - sorted[index]!).toBeGreaterThanOrEqual(window);
  expect(Math.max(...waits)).toBeLessThanOrEqual(window);
});

it('[PROVIDER-07] a search over budget waits if budget is available soon', async () => {
  const app = await harness.startReplica(undefined, {
    env: { PROVIDER_BUDGET_PER_MINUTE: '6' },
    durations: { budgetWindow: 600, maxBudgetWait: 2_000 },
  });
  for (let count = 0; count < 3; count++) await search(app, uniqueSearch(), from(`203.0.${count}.1`));
  // A search that would wait for longer than the two seconds is refused.
  expect((await search(app, uniqueSearch(), from('203.0.9.1'))).offers).not.toEqual([]);
});

it('[PROVIDER-07] returns 503 with Retry-After when the search budget is used up, while cached searches and bookings work', async () => {
  const prefix = uniqueName('flights');
  const overrides = { env: { PROVIDER_BUDGET_PER_MINUTE: '6' }, durations: { maxBudgetWait: 50 } };
  const [app, other] = [
    await harness.startReplica(prefix, overrides),
    await harness.startReplica(prefix, overrides),
  ];
  const cachedSearch = uniqueSearch();
  const offer = await findFirstOffer(app, cachedSearch, from('203.0.7.1'));
  for (let count = 0; count < 2; count++) await search(app, uniqueSearch(), from(`203.0.${count}.1`));
  const before = await harness.provider.countSearches();
  const rejected = await postSearch(other, uniqueSearch(), from('203.0.9.1'));
  expect(rejected.statusCode).toBe(503);
  expect(rejected.json()).toMatchObject({ error: 'SEARCH_BUSY' });
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(30);
  expect(await harness.provider.countSearches()).toBe(before);
  expect((await postSearch(other, cachedSearch)).statusCode).toBe(200);
  const refreshed = await other.inject({ method: 'POST', url: `/api/flights/offer/${offer.id}/refresh` });
  expect(refreshed.statusCode).toBe(200);
});
