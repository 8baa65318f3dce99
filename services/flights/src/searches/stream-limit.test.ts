import { searchProgress } from '@fareline/contracts';
import { buildUrl } from '@fareline/contracts/client';
import { searchRequestSchema } from '@fareline/contracts/schemas';
import { connectRedis } from '@fareline/service-kit/redis';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultDurations, type Durations } from '../durations.ts';
import { createKeys } from '../redis/keys.ts';
import { postSearch, startSharedHarness, uniqueSearch } from '../testing/harness.ts';
import { openProgressStream, type ProgressStream } from '../testing/progress-stream.ts';
import { toSearchKey } from './search-key.ts';
import { limits } from '../limits.ts';

const redis = connectRedis(testRedisUrl());
const openStreams: ProgressStream[] = [];
// No idle timeout and no polling, so that later snapshots can only come from events.
const harness = await startSharedHarness({
  env: { TRUSTED_PROXIES: '127.0.0.1' },
  durations: { idleStreamTimeout: 600_000, lockTtl: 600_000, minStreamCount: 0 },
});
afterEach(() => openStreams.splice(0).forEach(({ close }) => close()));
afterAll(() => redis.disconnect());

async function startListeningReplica(prefix = uniqueName('flights'), durations: Partial<Durations> = {}) {
  const app = await harness.startReplica(prefix, { durations });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

const clientHeaders = (ipAddress: string, cookie?: string) => ({
  'x-forwarded-for': ipAddress,
  ...(cookie ? { cookie: `visitor=${cookie}` } : {}),
});

type App = Parameters<typeof openProgressStream>[0];
async function openStreamsAt(apps: App[], count: number, headers: Record<string, string>): Promise<number[]> {
  const query = uniqueSearch();
  const streams = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      openProgressStream(apps[index % apps.length]!, query, headers),
    ),
  );
  openStreams.push(...streams);
  return streams.map(({ response }) => response.status);
}
const countAccepted = (statuses: number[]) => statuses.filter((status) => status === 200).length;

describe('stream limit', () => {
  it('[RESULTS-24] applies per IP address over all replicas', async () => {
    const prefix = uniqueName('flights');
    const apps = [await startListeningReplica(prefix), await startListeningReplica(prefix)];
    expect(countAccepted(await openStreamsAt(apps, 30, clientHeaders('203.0.113.7')))).toBe(
      limits.streamsOfClient.network,
    );
    const rejected = openStreams.find(({ response }) => response.status === 429);
    expect(rejected?.response.headers.get('retry-after')).toBe('5');
    expect(await openStreamsAt(apps, 1, clientHeaders('203.0.113.8'))).toEqual([200]);
  });

  it('[RESULTS-24] applies per visitor for any IP addresses', async () => {
    const app = await startListeningReplica();
    const cookie = 'test-visitor-cookie';
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        openStreamsAt([app], 1, clientHeaders(`203.0.113.${index}`, cookie)),
      ),
    );
    expect(countAccepted(statuses.flat())).toBe(limits.streamsOfClient.visitor);
    openStreams.splice(0).forEach(({ close }) => close());
    await eventually(async () =>
      countAccepted(await openStreamsAt([app], 1, clientHeaders('203.0.113.7', cookie))) === 1
        ? true
        : undefined,
    );
  });

  it.each([
    ['/24', (index: number) => `203.0.113.${index}`],
    ['IPv6 /48', (index: number) => `2001:db8:1:${index}::1`],
  ])('[LIMIT-02] applies to the addresses of a %s together', async (_range, of) => {
    const app = await startListeningReplica();
    const statuses = await Promise.all(
      Array.from({ length: 80 }, (_, index) => openStreamsAt([app], 1, clientHeaders(of(index)))),
    );
    expect(countAccepted(statuses.flat())).toBe(limits.streamsOfClient.range);
    expect(await openStreamsAt([app], 1, clientHeaders('198.51.100.1'))).toEqual([200]);
  });

  it('[LIMIT-02] counts a closed stream for a while, so that a client cannot open one after the other', async () => {
    const app = await startListeningReplica(undefined, { minStreamCount: 60_000 });
    expect(countAccepted(await openStreamsAt([app], 24, clientHeaders('203.0.113.7')))).toBe(24);
    openStreams.splice(0).forEach(({ close }) => close());
    expect(await openStreamsAt([app], 1, clientHeaders('203.0.113.7'))).toEqual([429]);
    expect((await app.inject('/metrics')).body).toContain('limit_refusals_total{limit="streams_client"} 1');
  });

  it('[LIMIT-06] a replica with all its streams open refuses further ones with Retry-After and still searches', async () => {
    const app = await startListeningReplica();
    const statuses = await Promise.all(
      Array.from({ length: limits.streams.all + 3 }, (_, index) =>
        openStreamsAt([app], 1, clientHeaders(`203.${Math.floor(index / 20)}.113.1`)),
      ),
    );
    expect(countAccepted(statuses.flat())).toBe(limits.streams.all);
    const refused = await app.inject({
      url: buildUrl(searchProgress.path, {}, uniqueSearch()),
      headers: clientHeaders('198.51.100.1'),
    });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.json()).toMatchObject({
      error: 'SERVICE_UNAVAILABLE',
      message:
        'Early results are not available right now. Your search goes on, and its results appear when it is complete.',
    });
    expect((await postSearch(app, uniqueSearch())).statusCode).toBe(200);
    expect((await app.inject('/metrics')).body).toContain('limit_refusals_total{limit="streams"} 4');
  });

  it('[RESULTS-24] does not count streams of a crashed replica after their expiry', async () => {
    const prefix = uniqueName('flights');
    const app = await startListeningReplica(prefix);
    const key = createKeys(prefix).streams('203.0.113.9');
    for (let index = 0; index < limits.streamsOfClient.network; index++)
      await redis.zadd(key, Date.now() + 3_000 - defaultDurations.singleFlightTimeout, `${index}`);
    expect(await openStreamsAt([app], 1, clientHeaders('203.0.113.9'))).toEqual([429]);
    await eventually(async () =>
      countAccepted(await openStreamsAt([app], 1, clientHeaders('203.0.113.9'))) ? true : undefined,
    );
  });
});

it('[RESULTS-24] streams of one search at one replica share a subscription, and each receives every snapshot', async () => {
  const prefix = uniqueName('flights');
  const keys = createKeys(prefix);
  const app = await startListeningReplica(prefix);
  const query = uniqueSearch();
  const key = toSearchKey('test', searchRequestSchema.parse(query));
  await redis.set(keys.lock(`search.${key}`), 'leader', 'PX', 60_000);
  const streams = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      openProgressStream(app, query, clientHeaders(`198.51.100.${index}`)),
    ),
  );
  openStreams.push(...streams);
  const read = vi.spyOn(Redis.prototype, 'get');
  onTestFinished(() => read.mockRestore());
  const snapshot = (answered_batches: number) =>
    JSON.stringify({ offers: [], airlines: [], total_count: 0, answered_batches, total_batches: 3 });
  for (const batch of [1, 2]) {
    await redis.set(keys.progress(key), snapshot(batch), 'PX', 60_000);
    await redis.publish(keys.completions, `progress.${key}`);
    await eventually(() =>
      streams.every(({ snapshots }) => snapshots.at(-1)?.answered_batches === batch) ? true : undefined,
    );
  }
  // One for each of two snapshots, where one read per stream would be 40.
  const statusReads = read.mock.calls.filter(([name]) => name === keys.progress(key)).length;
  expect(statusReads).toBeGreaterThan(0);
  expect(statusReads).toBeLessThan(streams.length);
  const lateStream = await openProgressStream(app, query, clientHeaders('198.51.100.99'));
  openStreams.push(lateStream);
  await eventually(() => (lateStream.snapshots[0]?.answered_batches === 2 ? true : undefined));
});
