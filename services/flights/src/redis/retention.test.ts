import { retention } from '@fareline/contracts/retention';
import { connectRedis } from '@fareline/service-kit/redis';
import { eventually, testRedisUrl, uniqueName } from '@fareline/service-kit/testing';
import { afterAll, expect, it } from 'vitest';
import { from, postSearch, startSharedHarness, uniqueSearch } from '../testing/harness.ts';
import { openProgressStream } from '../testing/progress-stream.ts';
import { createKeys } from './keys.ts';

const redis = connectRedis(testRedisUrl());
const harness = await startSharedHarness();
afterAll(() => redis.disconnect());

const unitMs = { minutes: 60_000, days: 24 * 3600_000 };
const ipAddress = '203.0.113.77';

it('[GUARD-06] keeps what it counts of a client and of searches no longer than the retention table says, and no IP address', async () => {
  const prefix = uniqueName('flights');
  const app = await harness.startReplica(prefix);
  const query = uniqueSearch();
  expect((await postSearch(app, query, from(ipAddress))).statusCode).toBe(200);
  const stream = await openProgressStream(app, query, from(ipAddress));
  stream.close();
  const keys = createKeys(prefix);
  const beginnings: Record<keyof typeof retention.flights, string> = {
    budget: keys.budget(),
    streams: keys.streams('').slice(0, -22),
    calendar: keys.calendar(''),
    searchedRoutes: keys.searchedRoutes('test', ''),
  };
  for (const [kind, [{ expires }]] of Object.entries(retention.flights)) {
    const found = await eventually(async () => {
      const found = await redis.keys(`${beginnings[kind as keyof typeof beginnings]}*`);
      return found.length > 0 ? found : undefined;
    });
    const [count, unit] = expires.split(' ') as [string, keyof typeof unitMs];
    for (const key of found) {
      const ttl = await redis.pttl(key);
      expect(ttl, key).toBeGreaterThan(0);
      expect(ttl, key).toBeLessThanOrEqual(Number(count) * unitMs[unit]);
    }
  }
  expect((await redis.keys(`${prefix}:*`)).join(' ')).not.toContain(ipAddress);
});
