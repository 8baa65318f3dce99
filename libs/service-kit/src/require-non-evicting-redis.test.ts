import { expect, it } from 'vitest';
import { ConfigError, requireNonEvictingRedis } from './index.ts';
import { startRedisFaultProxy, testRedisUrl, testSmallCacheUrl } from './testing/index.ts';

const noRedis = 'redis://127.0.0.1:9';

it('takes a Redis that never evicts, beside another one for the cache', async () => {
  await requireNonEvictingRedis(testRedisUrl());
  await requireNonEvictingRedis(testRedisUrl(), testSmallCacheUrl());
});

it('refuses one that evicts, with a sentence that says what to do', async () => {
  await expect(requireNonEvictingRedis(testSmallCacheUrl())).rejects.toThrow(ConfigError);
  await expect(requireNonEvictingRedis(testSmallCacheUrl())).rejects.toThrow(
    /drops entries when it is full \(maxmemory-policy volatile-lru\).*set its maxmemory-policy to noeviction/,
  );
});

it('refuses the server of the cache, also under another address', async () => {
  const proxy = await startRedisFaultProxy(testRedisUrl());
  for (const cacheUrl of [testRedisUrl(), new URL('/5', testRedisUrl()).href, proxy.url])
    await expect(requireNonEvictingRedis(testRedisUrl(), cacheUrl)).rejects.toThrow(
      /JOBS_REDIS_URL and REDIS_URL name the same Redis/,
    );
  proxy.close();
});

it('lets a service start while either is away or says nothing', async () => {
  await requireNonEvictingRedis(noRedis, noRedis);
  await requireNonEvictingRedis(noRedis, testRedisUrl());
  await requireNonEvictingRedis(testRedisUrl(), noRedis);
  const proxy = await startRedisFaultProxy(testSmallCacheUrl());
  proxy.stall();
  await requireNonEvictingRedis(proxy.url);
  proxy.close();
});
