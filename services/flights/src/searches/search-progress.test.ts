import { searchProgress } from '@fareline/contracts';
import { searchProgressContract } from '@fareline/contracts/services';
import { buildUrl } from '@fareline/contracts/client';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import { connectRedis } from '@fareline/service-kit';
import {
  eventually,
  startProgram,
  startRedisFaultProxy,
  testRedisUrl,
  uniqueName,
} from '@fareline/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKeys } from '../redis/keys.ts';
import { searchPaths } from '../testing/duffel-sandbox.ts';
import {
  uniqueSearch,
  withoutBatches,
  postSearch,
  search,
  startHarness,
  testCredential,
  type Harness,
} from '../testing/harness.ts';
import { openProgressStream } from '../testing/progress-stream.ts';
import { createCompletionEvents } from './completion-events.ts';
import { searchCacheKey } from './search-key.ts';
import { createSearchProgressStreams } from './search-progress-stream.ts';

let harness: Harness;
const redis = connectRedis(testRedisUrl());
beforeAll(async () => {
  // A batch each 100 ms.
  harness = await startHarness({ sandboxEnv: { DUFFEL_SANDBOX_LATENCY_MS: '400' } });
});
afterEach(async () => {
  harness.accounts.state.mode = 'test';
  await harness.provider.clearFaults();
});
afterAll(async () => {
  redis.disconnect();
  await harness.close();
});

const keyOf = (query: object, mode: 'test' | 'live' = 'test') =>
  searchCacheKey(mode, searchRequestSchema.parse(query));
const isKept = (prefix: string, query: object) => redis.exists(createKeys(prefix).progress(keyOf(query)));
const isStored = (prefix: string, query: object) =>
  eventually(async () => ((await isKept(prefix, query)) === 1 ? true : undefined));
const isLocked = (prefix: string, query: object) =>
  eventually(async () =>
    (await redis.exists(createKeys(prefix).lock(`search.${keyOf(query)}`))) === 1 ? true : undefined,
  );
const hold = { method: 'GET', path: '/air/batch_offer_requests', kind: 'latency' };

describe('a search that somebody makes', () => {
  it('[RESULTS-24][CACHE-04] is seen to grow by everybody, at every replica, and then ends', async () => {
    const prefix = uniqueName('flights');
    const [leads, other] = [await harness.startReplica(prefix), await harness.startReplica(prefix)];
    const query = uniqueSearch();
    const before = await harness.provider.countSearches();
    const watchers = [
      await openProgressStream(leads, query),
      await openProgressStream(other, query),
      await openProgressStream(other, query),
    ];
    const { offers, total_count } = await search(leads, query);
    for (const { response, ended: over, snapshots } of watchers) {
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-accel-buffering')).toBe('no');
      const names = await over;
      expect(names).toEqual([...snapshots.map(() => 'progress'), 'end']);
      expect(snapshots.length).toBeGreaterThanOrEqual(2);
      for (const [index, snapshot] of snapshots.entries()) {
        const counted = snapshot.airlines.reduce((sum, { count }) => sum + count, 0);
        expect(counted).toBe(snapshot.total_count);
        expect(snapshot.total_count).toBeGreaterThan(snapshots[index - 1]?.total_count ?? 0);
        expect(snapshot.answered_batches).toBeGreaterThan(snapshots[index - 1]?.answered_batches ?? 0);
        expect(snapshot.total_count).toBeLessThanOrEqual(total_count);
        const prices = snapshot.offers.map((offer) => Number(offer.total_amount));
        expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      }
    }
    // What is shown early is in the list, at its price.
    const listed = new Map(offers.map(({ id, total_amount }) => [id, total_amount]));
    const last = watchers[1]?.snapshots.at(-1)?.offers ?? [];
    expect(last.length).toBeGreaterThan(0);
    const cheapest = Number(offers.at(-1)?.total_amount);
    for (const offer of last.filter(({ total_amount }) => Number(total_amount) < cheapest))
      expect(listed.get(offer.id)).toBe(offer.total_amount);
    expect((await harness.provider.countSearches()) - before).toBe(1);
    expect(await isKept(prefix, query)).toBe(0);
  });

  it('[RESULTS-24] is shown at once to who comes later', async () => {
    const prefix = uniqueName('flights');
    const [leads, other] = [await harness.startReplica(prefix), await harness.startReplica(prefix)];
    const query = uniqueSearch();
    const answer = postSearch(leads, query);
    await isStored(prefix, query);
    await harness.provider.injectFault({ ...hold, latencyMs: 1_000 });
    const { snapshots, ended: over } = await openProgressStream(other, query);
    await over;
    expect(snapshots[0]?.answered_batches).toBeGreaterThan(0);
    expect((await answer).statusCode).toBe(200);
  });

  it('[RESULTS-24] ends when it fails', async () => {
    const prefix = uniqueName('flights');
    const [leads, other] = [await harness.startReplica(prefix), await harness.startReplica(prefix)];
    await harness.provider.injectFault({ ...hold, kind: 'status', status: 500, times: 9 });
    await harness.provider.injectFault({
      method: 'POST',
      path: '/air/offer_requests',
      kind: 'status',
      status: 500,
      times: 9,
    });
    const query = uniqueSearch();
    const { ended: over } = await openProgressStream(other, query);
    expect((await postSearch(leads, query)).statusCode).toBe(502);
    expect(await over).toEqual(['end']);
    expect(await isKept(prefix, query)).toBe(0);
  });

  it('[RESULTS-24] has nothing early in one call, and ends all the same', async () => {
    const app = await harness.startReplica(undefined, withoutBatches);
    const query = uniqueSearch();
    const { ended: over } = await openProgressStream(app, query);
    await search(app, query);
    expect(await over).toEqual(['end']);
  });

  it('[MONEY-01] costs each visitor what it costs at their brand', async () => {
    harness.accounts.state.markups.set('cheap.example', 0).set('dear.example', 50);
    const app = await harness.startReplica();
    const query = uniqueSearch();
    const brands = ['cheap.example', 'default', 'dear.example'];
    const watchers = await Promise.all(
      brands.map((brand) => openProgressStream(app, query, { 'x-brand': brand })),
    );
    await search(app, query);
    const totals = await Promise.all(
      watchers.map(async ({ ended: over, snapshots }) => {
        await over;
        return new Map(
          snapshots.flatMap(({ offers }) =>
            offers.map(({ id, total_amount }) => [id, Number(total_amount)] as const),
          ),
        );
      }),
    );
    const [cheap, usual, dear] = totals;
    const seenByAll = [...(cheap?.keys() ?? [])].filter((id) => usual?.has(id) && dear?.has(id));
    expect(seenByAll.length).toBeGreaterThan(0);
    for (const id of seenByAll) {
      const plain = cheap?.get(id) ?? 0;
      expect(Math.abs((usual?.get(id) ?? 0) - plain * 1.23)).toBeLessThan(1.2);
      expect(Math.abs((dear?.get(id) ?? 0) - plain * 1.5)).toBeLessThan(1.3);
    }
  });

  it('[MONEY-05] tells nothing of the provider’s price', async () => {
    const app = await harness.startReplica();
    const query = uniqueSearch();
    const answer = app.inject({ url: buildUrl(searchProgress.path, {}, query) });
    await search(app, query);
    const { body } = await answer;
    expect(body).toContain('event: progress');
    for (const name of ['totalMinor', 'taxMinor', 'fareKey', 'offerRequestId'])
      expect(body).not.toContain(name);
  });
});

describe('the mode', () => {
  it('[MODE-04][CACHE-03] a visitor in one mode sees nothing of a search in the other', async () => {
    const prefix = uniqueName('flights');
    const [leads, other] = [await harness.startReplica(prefix), await harness.startReplica(prefix)];
    const query = uniqueSearch();
    const answer = postSearch(leads, query);
    await isStored(prefix, query);
    harness.accounts.state.mode = 'live';
    const { ended: over, snapshots } = await openProgressStream(other, query);
    await answer;
    expect(await over).toEqual(['end']);
    expect(snapshots).toEqual([]);
  });

  it('[MODE-04] a switch ends what was watched', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix);
    const query = uniqueSearch();
    const answer = postSearch(app, query);
    await isStored(prefix, query);
    await harness.provider.injectFault({ ...hold, latencyMs: 2_000 });
    const { ended: over, snapshots } = await openProgressStream(app, query);
    harness.accounts.state.mode = 'live';
    const seen = snapshots.length;
    expect((await over).at(-1)).toBe('end');
    expect(snapshots.length - seen).toBeLessThanOrEqual(1);
    expect(new Set(snapshots.flatMap(({ offers }) => offers.map(({ mode }) => mode)))).not.toContain('live');
    expect((await answer).statusCode).toBe(200);
  });
});

describe('a search that nobody makes', () => {
  it('[PROVIDER-06] watching it ends after a while and asks the provider nothing', async () => {
    const app = await harness.startReplica(undefined, {
      durations: { idleStreamTimeout: 100, lockTtl: 200 },
    });
    const before = [
      await harness.provider.countCalls('GET', '/air'),
      await harness.provider.countCalls('POST', '/air'),
    ];
    const { ended: over } = await openProgressStream(app, uniqueSearch());
    expect(await over).toEqual(['end']);
    expect([
      await harness.provider.countCalls('GET', '/air'),
      await harness.provider.countCalls('POST', '/air'),
    ]).toEqual(before);
  });

  it('[CACHE-01] a cached one ends at once and shows nothing early again', async () => {
    const app = await harness.startReplica(undefined, { durations: { idleStreamTimeout: 60_000 } });
    const query = uniqueSearch();
    await search(app, query);
    expect(await (await openProgressStream(app, query)).ended).toEqual(['end']);
  });

  it('[CACHE-04] what a dead leader left is not shown', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix, { durations: { idleStreamTimeout: 100, lockTtl: 200 } });
    const query = uniqueSearch();
    await redis.set(createKeys(prefix).progress(keyOf(query)), '{"offers":[]}', 'PX', 30_000);
    expect(await (await openProgressStream(app, query)).ended).toEqual(['end']);
  });

  it('[RESULTS-24] nobody watches for longer than a search is waited for', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix, { durations: { singleFlightTimeout: 100, lockTtl: 200 } });
    const query = uniqueSearch();
    await redis.set(createKeys(prefix).lock(`search.${keyOf(query)}`), 'a leader that hangs', 'PX', 30_000);
    expect(await (await openProgressStream(app, query)).ended).toEqual(['end']);
  });

  it.each([
    ['no destination', { destination: undefined }, 'SEARCH_PARAMETERS_MISSING'],
    ['a day that is over', { departureDate: '2020-01-01' }, 'VALIDATION_ERROR'],
    ['one airport twice', { destination: 'LHR' }, 'VALIDATION_ERROR'],
  ])('[API-33][API-34] %s is refused in words', async (_what, overrides, error) => {
    const url = buildUrl(searchProgress.path, {}, uniqueSearch(overrides));
    const response = await (await harness.startReplica()).inject({ url });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error });
  });
});

it('[API-31] stands in the API document', async () => {
  const document = (await (await harness.startReplica()).inject({ url: '/api/flights/docs/json' })).json<{
    paths: Record<string, { get?: { summary?: string } }>;
  }>();
  expect(document.paths[searchProgress.path]?.get?.summary).toBe(searchProgressContract.summary);
});

describe('things that end', () => {
  it('a visitor who leaves is waited for no longer', async () => {
    const leaving = new AbortController();
    const prefix = uniqueName('flights');
    const keys = createKeys(prefix);
    const completionEvents = createCompletionEvents(connectRedis(testRedisUrl()), keys.completions);
    const durations = { singleFlightTimeout: 600_000, idleStreamTimeout: 600_000, lockTtl: 600_000 };
    const looks = createSearchProgressStreams({
      cache: redis,
      durable: redis,
      keys,
      completionEvents,
      durations,
    }).streamSnapshots(keyOf(uniqueSearch()), leaving.signal);
    expect(await looks.next()).toEqual({ done: false, value: null });
    const next = looks.next();
    leaving.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('a service that stops sends its watchers away first', async () => {
    const app = await harness.startReplica(undefined, {
      durations: { idleStreamTimeout: 600_000, lockTtl: 600_000 },
    });
    const { ended: over } = await openProgressStream(app, uniqueSearch());
    await app.close();
    expect(await over).toEqual(['end']);
  });

  it('[CACHE-04] a leader that is killed hands its search over, and those who watch see the next one', async () => {
    const prefix = uniqueName('flights');
    const leads = await startProgram('services/flights/src/main.ts', {
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', SITE_ORIGIN: 'http://localhost:3000' },
      ...{ SERVICE_CREDENTIAL: testCredential, TRUSTED_PROXIES: 'none', ACCOUNTS_URL: harness.accounts.url },
      ...{
        REDIS_URL: testRedisUrl(),
        JOBS_REDIS_URL: testRedisUrl(),
        REDIS_PREFIX: prefix,
        PROVIDER_BUDGET_PER_MINUTE: '600',
      },
      ...{ DUFFEL_TOKEN_TEST: 'duffel_test_flights', DUFFEL_BASE_PATH: harness.provider.url },
    });
    const other = await harness.startReplica(prefix);
    const query = uniqueSearch();
    const before = await harness.provider.countSearches();
    const reads = () => harness.provider.countCalls('GET', hold.path);
    const readsBefore = await reads();
    await harness.provider.injectFault({ ...hold, latencyMs: 0 });
    await harness.provider.injectFault({ ...hold, kind: 'hang' });
    const lost = fetch(`${leads.url}/api/flights/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(query),
    }).catch(() => undefined);
    await isStored(prefix, query);
    // It is its own second read that hangs, not the next leader's first.
    await eventually(async () => ((await reads()) - readsBefore === 2 ? true : undefined));
    const answer = postSearch(other, query);
    const watcher = await openProgressStream(other, query);
    await leads.kill('SIGKILL');
    await lost;
    expect((await answer).statusCode).toBe(200);
    expect((await watcher.ended).at(-1)).toBe('end');
    expect(watcher.snapshots.length).toBeGreaterThanOrEqual(2);
    expect((await harness.provider.countSearches()) - before).toBe(2);
    expect(await isKept(prefix, query)).toBe(0);
  });
});

describe('Redis away', () => {
  it('[API-31] before the first look is a sentence, later the end; the search has its own sentence', async () => {
    const gate = await startRedisFaultProxy(testRedisUrl());
    try {
      const prefix = uniqueName('flights');
      const app = await harness.startReplica(prefix, { env: { REDIS_URL: gate.url } });
      const query = uniqueSearch();
      await harness.provider.injectFault({
        method: 'POST',
        path: searchPaths,
        kind: 'latency',
        latencyMs: 1_000,
      });
      const answer = postSearch(app, query);
      await isLocked(prefix, query);
      const watcher = await openProgressStream(app, query);
      gate.refuse();
      expect(await watcher.ended).toEqual(['end']);
      expect((await answer).json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
      const refused = await app.inject({ url: buildUrl(searchProgress.path, {}, query) });
      expect(refused.json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
    } finally {
      gate.close();
    }
  });
});
