import { expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import { requireNonEvictingRedis } from './require-non-evicting-redis.ts';
import { startFaultProxy, testRedisUrl, testSmallCacheUrl } from './testing/index.ts';

const noRedis = 'redis://127.0.0.1:9';

it('accepts a Redis with noeviction, also with another Redis for the cache', async () => {
  await requireNonEvictingRedis(testRedisUrl());
  await requireNonEvictingRedis(testRedisUrl(), testSmallCacheUrl());
});

it('rejects a Redis that evicts, with a message that says what to do', async () => {
  await expect(requireNonEvictingRedis(testSmallCacheUrl())).rejects.toThrow(ConfigError);
  await expect(requireNonEvictingRedis(testSmallCacheUrl())).rejects.toThrow(
    /evicts entries \(maxmemory-policy volatile-ttl\).*set its maxmemory-policy to noeviction/,
  );
});

it('rejects the Redis server of the cache, also when its URL differs', async () => {
  const proxy = await startFaultProxy(testRedisUrl());
  for (const cacheUrl of [testRedisUrl(), new URL('/5', testRedisUrl()).href, proxy.url])
    await expect(requireNonEvictingRedis(testRedisUrl(), cacheUrl)).rejects.toThrow(
      /JOBS_REDIS_URL and REDIS_URL name the same Redis/,
    );
  proxy.close();
});

it('resolves when either Redis refuses connections or does not respond', async () => {
  await requireNonEvictingRedis(noRedis, noRedis);
  await requireNonEvictingRedis(noRedis, testRedisUrl());
  await requireNonEvictingRedis(testRedisUrl(), noRedis);
  const proxy = await startFaultProxy(testSmallCacheUrl());
  proxy.stall();
  await requireNonEvictingRedis(proxy.url);
  proxy.close();
});
