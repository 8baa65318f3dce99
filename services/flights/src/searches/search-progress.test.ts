import { searchProgress } from '@fareline/contracts';
import { searchProgressContract } from '@fareline/contracts/services';
import { buildUrl } from '@fareline/contracts/client';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import { connectRedis } from '@fareline/service-kit/redis';
import {
  eventually,
  spawnProgram,
  startFaultProxy,
  testRedisUrl,
  uniqueName,
} from '@fareline/service-kit/testing';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeys } from '../redis/keys.ts';
import { searchPaths } from '../testing/duffel-sandbox.ts';
import {
  postSearch,
  removeStored,
  search,
  startSharedHarness,
  credentialSettings,
  uniqueSearch,
  withoutBatches,
} from '../testing/harness.ts';
import { openProgressStream } from '../testing/progress-stream.ts';
import { createCompletionEvents } from '../single-flight/completion-events.ts';
import { defaultDurations } from '../durations.ts';
import { toSearchKey } from './search-key.ts';
import { createSearchProgressStreams } from './search-progress-stream.ts';
import { createSearchRepository } from './search.repository.ts';

const { log } = Fastify();
const redis = connectRedis(testRedisUrl());
// The sandbox then answers a batch every 100 ms.
const harness = await startSharedHarness({ sandboxEnv: { DUFFEL_SANDBOX_LATENCY_MS: '400' } });
const prefix = uniqueName('flights');
/** A stream of these ends with its search only. */
const patient = { durations: { idleStreamTimeout: 600_000 } };
const [leader, other] = [
  await harness.startReplica(prefix, patient),
  await harness.startReplica(prefix, patient),
];
beforeEach(() => removeStored(redis, prefix));
afterEach(async () => {
  harness.accounts.state.mode = 'test';
  await harness.provider.clearFaults();
});
afterAll(() => redis.disconnect());

const getSearchKey = (query: object, mode: 'test' | 'live' = 'test') =>
  toSearchKey(mode, searchRequestSchema.parse(query));
const countSnapshots = (prefix: string, query: object) =>
  redis.exists(createKeys(prefix).progress(getSearchKey(query)));
const waitForSnapshot = (prefix: string, query: object) =>
  eventually(async () => ((await countSnapshots(prefix, query)) === 1 ? true : undefined));
const waitForLock = (prefix: string, query: object) =>
  eventually(async () =>
    (await redis.exists(createKeys(prefix).lock(`search.${getSearchKey(query)}`))) === 1 ? true : undefined,
  );
const batchRead = { method: 'GET', path: '/air/batch_offer_requests', kind: 'latency' };

describe('progress of a running search', () => {
  it('[RESULTS-24][CACHE-04] streams growing snapshots to all streams of all replicas, then ends', async () => {
    const query = uniqueSearch();
    const before = await harness.provider.countSearches();
    const streams = [
      await openProgressStream(leader, query),
      await openProgressStream(other, query),
      await openProgressStream(other, query),
    ];
    const { offers, total_count } = await search(leader, query);
    for (const { response, ended, snapshots } of streams) {
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-accel-buffering')).toBe('no');
      const names = await ended;
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
    // Early results are part of the list, at the same price.
    const listed = new Map(offers.map(({ id, total_amount }) => [id, total_amount]));
    const last = streams[1]?.snapshots.at(-1)?.offers ?? [];
    expect(last.length).toBeGreaterThan(0);
    const highestPrice = Number(offers.at(-1)?.total_amount);
    for (const offer of last.filter(({ total_amount }) => Number(total_amount) < highestPrice))
      expect(listed.get(offer.id)).toBe(offer.total_amount);
    expect((await harness.provider.countSearches()) - before).toBe(1);
    expect(await countSnapshots(prefix, query)).toBe(0);
  });

  it('[RESULTS-24] sends the current snapshot immediately to a later stream', async () => {
    const query = uniqueSearch();
    const searchResponse = postSearch(leader, query);
    await waitForSnapshot(prefix, query);
    await harness.provider.injectFault({ ...batchRead, latencyMs: 1_000 });
    const { snapshots, ended } = await openProgressStream(other, query);
    await ended;
    expect(snapshots[0]?.answered_batches).toBeGreaterThan(0);
    expect((await searchResponse).statusCode).toBe(200);
  });

  it('[RESULTS-24] ends when the search fails', async () => {
    await harness.provider.injectFault({ ...batchRead, kind: 'status', status: 500, times: 9 });
    await harness.provider.injectFault({
      method: 'POST',
      path: '/air/offer_requests',
      kind: 'status',
      status: 500,
      times: 9,
    });
    const query = uniqueSearch();
    // The stream sees the search run, however fast it fails.
    const lock = createKeys(prefix).lock(`search.${getSearchKey(query)}`);
    await redis.set(lock, 'a replica', 'PX', 30_000);
    const { ended } = await openProgressStream(other, query);
    await redis.del(lock);
    expect((await postSearch(leader, query)).statusCode).toBe(502);
    expect(await ended).toEqual(['end']);
    expect(await countSnapshots(prefix, query)).toBe(0);
  });

  it('[RESULTS-24] sends no snapshots for a search in one call, then ends', async () => {
    const app = await harness.startReplica(undefined, withoutBatches);
    const query = uniqueSearch();
    const { ended } = await openProgressStream(app, query);
    await search(app, query);
    expect(await ended).toEqual(['end']);
  });

  it('[MONEY-01] applies the markup of each visitor’s brand', async () => {
    harness.accounts.state.markups.set('cheap.example', 0).set('expensive.example', 50);
    const query = uniqueSearch();
    const brands = ['cheap.example', 'default', 'expensive.example'];
    const streams = await Promise.all(
      brands.map((brand) => openProgressStream(leader, query, { 'x-brand': brand })),
    );
    await search(leader, query);
    const totals = await Promise.all(
      streams.map(async ({ ended, snapshots }) => {
        await ended;
        return new Map(
          snapshots.flatMap(({ offers }) =>
            offers.map(({ id, total_amount }) => [id, Number(total_amount)] as const),
          ),
        );
      }),
    );
    const [cheap, usual, expensive] = totals;
    const seenByAll = [...(cheap?.keys() ?? [])].filter((id) => usual?.has(id) && expensive?.has(id));
    expect(seenByAll.length).toBeGreaterThan(0);
    for (const id of seenByAll) {
      const plain = cheap?.get(id) ?? 0;
      expect(Math.abs((usual?.get(id) ?? 0) - plain * 1.23)).toBeLessThan(1.2);
      expect(Math.abs((expensive?.get(id) ?? 0) - plain * 1.5)).toBeLessThan(1.3);
    }
  });

  it('[MONEY-05] does not contain the provider’s price', async () => {
    const query = uniqueSearch();
    const streamResponse = leader.inject({ url: buildUrl(searchProgress.path, {}, query) });
    await search(leader, query);
    const { body } = await streamResponse;
    expect(body).toContain('event: progress');
    for (const name of ['totalMinor', 'taxMinor', 'fareKey', 'offerRequestId'])
      expect(body).not.toContain(name);
  });
});

describe('mode', () => {
  it('[MODE-04][CACHE-03] does not stream a search of the other mode', async () => {
    const query = uniqueSearch();
    const impatient = await harness.startReplica(prefix, { durations: { idleStreamTimeout: 100 } });
    const searchResponse = postSearch(leader, query);
    await waitForSnapshot(prefix, query);
    harness.accounts.state.mode = 'live';
    const { ended, snapshots } = await openProgressStream(impatient, query);
    await searchResponse;
    expect(await ended).toEqual(['end']);
    expect(snapshots).toEqual([]);
  });

  it('[MODE-04] ends the stream after a mode switch', async () => {
    const query = uniqueSearch();
    const searchResponse = postSearch(leader, query);
    await waitForSnapshot(prefix, query);
    await harness.provider.injectFault({ ...batchRead, latencyMs: 2_000 });
    const { ended, snapshots } = await openProgressStream(leader, query);
    harness.accounts.state.mode = 'live';
    const countBefore = snapshots.length;
    expect((await ended).at(-1)).toBe('end');
    expect(snapshots.length - countBefore).toBeLessThanOrEqual(1);
    expect(new Set(snapshots.flatMap(({ offers }) => offers.map(({ mode }) => mode)))).not.toContain('live');
    expect((await searchResponse).statusCode).toBe(200);
  });
});

describe('progress of a search that is not running', () => {
  it('[PROVIDER-06] ends after the idle timeout without a provider call', async () => {
    const app = await harness.startReplica(undefined, {
      durations: { idleStreamTimeout: 100, lockTtl: 200 },
    });
    const before = [
      await harness.provider.countCalls('GET', '/air'),
      await harness.provider.countCalls('POST', '/air'),
    ];
    const { ended } = await openProgressStream(app, uniqueSearch());
    expect(await ended).toEqual(['end']);
    expect([
      await harness.provider.countCalls('GET', '/air'),
      await harness.provider.countCalls('POST', '/air'),
    ]).toEqual(before);
  });

  it('[CACHE-01] ends immediately without snapshots for a cached search', async () => {
    const app = await harness.startReplica(undefined, { durations: { idleStreamTimeout: 60_000 } });
    const query = uniqueSearch();
    await search(app, query);
    expect(await (await openProgressStream(app, query)).ended).toEqual(['end']);
  });

  it('[CACHE-04] does not send the snapshot of a crashed leader', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix, { durations: { idleStreamTimeout: 100, lockTtl: 200 } });
    const query = uniqueSearch();
    await redis.set(createKeys(prefix).progress(getSearchKey(query)), '{"offers":[]}', 'PX', 30_000);
    expect(await (await openProgressStream(app, query)).ended).toEqual(['end']);
  });

  it('[RESULTS-24] ends after the single flight timeout', async () => {
    const prefix = uniqueName('flights');
    const app = await harness.startReplica(prefix, { durations: { singleFlightTimeout: 100, lockTtl: 200 } });
    const query = uniqueSearch();
    await redis.set(createKeys(prefix).lock(`search.${getSearchKey(query)}`), 'hanging leader', 'PX', 30_000);
    expect(await (await openProgressStream(app, query)).ended).toEqual(['end']);
  });

  it.each([
    ['SEARCH_PARAMETERS_MISSING', { destination: undefined }],
    ['VALIDATION_ERROR', { departureDate: '2020-01-01' }],
  ])('[API-33][API-34] rejects a search with %s', async (error, overrides) => {
    const url = buildUrl(searchProgress.path, {}, uniqueSearch(overrides));
    const response = await leader.inject({ url });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error });
  });
});

it('[API-31] is listed in the API document', async () => {
  const document = (await leader.inject({ url: '/api/flights/docs/json' })).json<{
    paths: Record<string, { get?: { summary?: string } }>;
  }>();
  expect(document.paths[searchProgress.path]?.get?.summary).toBe(searchProgressContract.summary);
});

describe('end of streams and searches', () => {
  it('ends the stream when the client disconnects', async () => {
    const controller = new AbortController();
    const prefix = uniqueName('flights');
    const keys = createKeys(prefix);
    const completionEvents = createCompletionEvents(connectRedis(testRedisUrl()), keys.completions);
    const durations = { singleFlightTimeout: 600_000, idleStreamTimeout: 600_000, lockTtl: 600_000 };
    const snapshots = createSearchProgressStreams({
      searches: createSearchRepository(redis, keys, defaultDurations, log),
      durable: redis,
      keys,
      completionEvents,
      durations,
    }).streamSnapshots(getSearchKey(uniqueSearch()), controller.signal);
    expect(await snapshots.next()).toEqual({ done: false, value: null });
    const next = snapshots.next();
    controller.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('ends all streams before the service stops', async () => {
    const app = await harness.startReplica(undefined, {
      durations: { idleStreamTimeout: 600_000, lockTtl: 600_000 },
    });
    const { ended } = await openProgressStream(app, uniqueSearch());
    await app.close();
    expect(await ended).toEqual(['end']);
  });

  it('[CACHE-04] another replica becomes leader after the leader was killed, and streams continue with its progress', async () => {
    const prefix = uniqueName('flights');
    const leader = await spawnProgram('services/flights/src/main.ts', {
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', SITE_ORIGIN: 'http://localhost:3000' },
      ...{ ...credentialSettings, TRUSTED_PROXIES: 'none', ACCOUNTS_URL: harness.accounts.url },
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
    const countReads = () => harness.provider.countCalls('GET', batchRead.path);
    const readsBefore = await countReads();
    await harness.provider.injectFault({ ...batchRead, latencyMs: 0 });
    await harness.provider.injectFault({ ...batchRead, kind: 'hang' });
    const abortedSearch = fetch(`${leader.url}/api/flights/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(query),
    }).catch(() => undefined);
    await waitForSnapshot(prefix, query);
    // Ensures that the fault applies to the second read of this leader, not to the first read of the next one.
    await eventually(async () => ((await countReads()) - readsBefore === 2 ? true : undefined));
    const searchResponse = postSearch(other, query);
    const stream = await openProgressStream(other, query);
    await leader.kill('SIGKILL');
    await abortedSearch;
    expect((await searchResponse).statusCode).toBe(200);
    expect((await stream.ended).at(-1)).toBe('end');
    expect(stream.snapshots.length).toBeGreaterThanOrEqual(2);
    expect((await harness.provider.countSearches()) - before).toBe(2);
    expect(await countSnapshots(prefix, query)).toBe(0);
  });
});

it('[LIMIT-02] reads the status of a search that no replica runs at the start and at the end of its stream only', async () => {
  const keys = createKeys(uniqueName('flights'));
  const completionEvents = createCompletionEvents(connectRedis(testRedisUrl()), keys.completions);
  const isCached = vi.fn(async () => false);
  const durations = { singleFlightTimeout: 60_000, idleStreamTimeout: 300, lockTtl: 40 };
  const { streamSnapshots } = createSearchProgressStreams({
    searches: { ...createSearchRepository(redis, keys, defaultDurations, log), isCached },
    durable: redis,
    keys,
    completionEvents,
    durations,
  });
  const snapshots = streamSnapshots(getSearchKey(uniqueSearch()), new AbortController().signal);
  for (let result = await snapshots.next(); !result.done; result = await snapshots.next())
    expect(result.value).toBeNull();
  expect(isCached.mock.calls.length).toBeLessThanOrEqual(3);
});

describe('Redis outage', () => {
  it('[API-31] returns 503 before the first status read, ends an open stream, and fails the search with 503', async () => {
    const redisProxy = await startFaultProxy(testRedisUrl());
    try {
      const prefix = uniqueName('flights');
      const app = await harness.startReplica(prefix, { env: { REDIS_URL: redisProxy.url } });
      const query = uniqueSearch();
      await harness.provider.injectFault({
        method: 'POST',
        path: searchPaths,
        kind: 'latency',
        latencyMs: 1_000,
      });
      const searchResponse = postSearch(app, query);
      await waitForLock(prefix, query);
      const stream = await openProgressStream(app, query);
      redisProxy.refuse();
      expect(await stream.ended).toEqual(['end']);
      expect((await searchResponse).json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
      const rejected = await app.inject({ url: buildUrl(searchProgress.path, {}, query) });
      expect(rejected.json()).toMatchObject({ error: 'SERVICE_UNAVAILABLE' });
    } finally {
      redisProxy.close();
    }
  });
});
