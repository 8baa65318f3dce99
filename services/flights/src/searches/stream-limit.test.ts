import { searchRequestSchema } from '@fareline/contracts/schemas';
import { connectRedis } from '@fareline/service-kit';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKeys } from '../redis/keys.ts';
import { uniqueSearch, startHarness, type Harness } from '../testing/harness.ts';
import { openProgressStream, type ProgressStream } from '../testing/progress-stream.ts';
import { searchCacheKey } from './search-key.ts';
import { maxStreams, toClientNetwork } from './stream-limit.ts';

let harness: Harness;
const redis = connectRedis(testRedisUrl());
const open: ProgressStream[] = [];
beforeAll(async () => {
  // Watched for as long as the test goes on, and looked at once: what is heard later comes from messages.
  harness = await startHarness({
    env: { TRUSTED_PROXIES: '127.0.0.1' },
    durations: { idleStreamTimeout: 600_000, lockTtl: 600_000 },
  });
});
afterEach(() => open.splice(0).forEach(({ close: leave }) => leave()));
afterAll(async () => {
  redis.disconnect();
  await harness.close();
});

async function listening(prefix = uniqueName('flights')) {
  const app = await harness.startReplica(prefix);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

const from = (address: string, cookie?: string) => ({
  'x-forwarded-for': address,
  ...(cookie ? { cookie: `visitor=${cookie}` } : {}),
});

type App = Parameters<typeof openProgressStream>[0];
async function openMany(apps: App[], count: number, headers: Record<string, string>): Promise<number[]> {
  const query = uniqueSearch();
  const watchers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      openProgressStream(apps[index % apps.length]!, query, headers),
    ),
  );
  open.push(...watchers);
  return watchers.map(({ response }) => response.status);
}
const allowed = (statuses: number[]) => statuses.filter((status) => status === 200).length;

describe('streams of one client', () => {
  it('[RESULTS-24] are limited by IP address over all replicas, and others have theirs', async () => {
    const prefix = uniqueName('flights');
    const apps = [await listening(prefix), await listening(prefix)];
    expect(allowed(await openMany(apps, 30, from('203.0.113.7')))).toBe(maxStreams.address);
    const refused = open.find(({ response }) => response.status === 429);
    expect(refused?.response.headers.get('retry-after')).toBe('5');
    expect(await openMany(apps, 1, from('203.0.113.8'))).toEqual([200]);
  });

  it('[RESULTS-24] are limited by visitor, whatever the addresses', async () => {
    const app = await listening();
    const cookie = 'a-visitor-of-the-tests';
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => openMany([app], 1, from(`203.0.113.${index}`, cookie))),
    );
    expect(allowed(statuses.flat())).toBe(maxStreams.visitor);
    open.splice(0).forEach(({ close: leave }) => leave());
    await eventually(async () =>
      allowed(await openMany([app], 1, from('203.0.113.7', cookie))) === 1 ? true : undefined,
    );
  });

  it('[RESULTS-24] of a replica that died end by themselves', async () => {
    const prefix = uniqueName('flights');
    const app = await listening(prefix);
    const key = createKeys(prefix).streams('203.0.113.9');
    for (let index = 0; index < maxStreams.address; index++)
      await redis.zadd(key, Date.now() + 3_000, `${index}`);
    expect(await openMany([app], 1, from('203.0.113.9'))).toEqual([429]);
    await eventually(async () => (allowed(await openMany([app], 1, from('203.0.113.9'))) ? true : undefined));
  });
});

it.each([
  ['198.51.100.4', '198.51.100.4'],
  ['::ffff:198.51.100.4', '198.51.100.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the client of %s is %s', (address, network) => expect(toClientNetwork(address)).toBe(network));

it('[RESULTS-24] streams of one search at one replica share a subscription, and each hears every news', async () => {
  const prefix = uniqueName('flights');
  const keys = createKeys(prefix);
  const app = await listening(prefix);
  const query = uniqueSearch();
  const key = searchCacheKey('test', searchRequestSchema.parse(query));
  await redis.set(keys.lock(`search.${key}`), 'a leader', 'PX', 60_000);
  const watchers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => openProgressStream(app, query, from(`198.51.100.${index}`))),
  );
  open.push(...watchers);
  const commands = async () =>
    Number(/cmdstat_exists:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
  const before = await commands();
  const snapshot = (answered_batches: number) =>
    JSON.stringify({ offers: [], airlines: [], total_count: 0, answered_batches, total_batches: 3 });
  for (const batch of [1, 2]) {
    await redis.set(keys.progress(key), snapshot(batch), 'PX', 60_000);
    await redis.publish(keys.completions, `progress.${key}`);
    await eventually(() =>
      watchers.every(({ snapshots }) => snapshots.at(-1)?.answered_batches === batch) ? true : undefined,
    );
  }
  // Three for each of two looks, and not for each stream, which would be 120; other suites ask the same Redis meanwhile.
  expect((await commands()) - before).toBeLessThan(watchers.length);
  const late = await openProgressStream(app, query, from('198.51.100.99'));
  open.push(late);
  await eventually(() => (late.snapshots[0]?.answered_batches === 2 ? true : undefined));
});
