import type { FastifyBaseLogger } from 'fastify';
import { connectRedis } from '@fareline/service-kit/redis';
import { eventually, startFaultProxy, testRedisUrl, testSmallCacheUrl } from '@fareline/service-kit/testing';
import { expect, it, vi } from 'vitest';
import type { FlightsConfig } from '../config.ts';
import { closeConnections, logOutages, openConnections, waitForConnections } from './connections.ts';
import { warnOfCachePolicy } from './warn-of-cache-policy.ts';

const open = (REDIS_URL: string, JOBS_REDIS_URL: string) => {
  const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
  const connections = openConnections({ REDIS_URL, JOBS_REDIS_URL } as FlightsConfig);
  logOutages(connections, log as unknown as FastifyBaseLogger);
  return { log, connections };
};

it.each(['REDIS_URL', 'JOBS_REDIS_URL'])(
  'logs a wrong password in %s once, without the password',
  async (setting) => {
    const wrong = Object.assign(new URL(testRedisUrl()), {
      username: 'nobody',
      password: 'wrong-password',
    }).href;
    const { log, connections } = open(
      setting === 'REDIS_URL' ? wrong : testRedisUrl(),
      setting === 'REDIS_URL' ? testRedisUrl() : wrong,
    );
    const refused = setting === 'REDIS_URL' ? connections.cache : connections.durable;
    const attempts = vi.fn();
    refused.on('connect', attempts);
    await eventually(async () => (attempts.mock.calls.length >= 3 ? true : undefined));
    closeConnections(connections);
    const missing = setting === 'REDIS_URL' ? 'redis-cache' : 'redis-jobs';
    expect(log.error.mock.calls).toEqual([
      [{ missing, err: expect.stringContaining('WRONGPASS') }, `${missing} is not available`],
    ]);
    expect(JSON.stringify(log.error.mock.calls)).not.toContain('wrong-password');
  },
);

it('logs an outage of Redis once when it begins and once when it ends', async () => {
  const proxy = await startFaultProxy(testRedisUrl());
  const { log, connections } = open(proxy.url, testRedisUrl());
  const waitForReady = () =>
    eventually(async () => (connections.cache.status === 'ready' ? true : undefined));
  await waitForReady();
  expect(log.info).not.toHaveBeenCalled();
  proxy.refuse();
  await eventually(async () => (log.error.mock.calls.length > 0 ? true : undefined));
  proxy.restore();
  await eventually(async () => (log.info.mock.calls.length > 0 ? true : undefined));
  closeConnections(connections);
  proxy.close();
  expect(log.error.mock.calls.map(([, message]) => message)).toEqual(['redis-cache is not available']);
  expect(log.info.mock.calls.map(([, message]) => message)).toEqual(['redis-cache is available again']);
});

it('[LIST-06] logs one warning with what to set for a cache that does not evict what expires first', async () => {
  const { log, connections } = open(testSmallCacheUrl(), testRedisUrl());
  await waitForConnections(connections);
  const down = connectRedis('redis://127.0.0.1:9');
  for (const cache of [connections.cache, down]) await warnOfCachePolicy(cache, log);
  expect(log.warn).not.toHaveBeenCalled();
  await warnOfCachePolicy(connections.durable, log);
  expect(log.warn.mock.calls).toEqual([
    [
      { setting: 'REDIS_URL', policy: 'noeviction' },
      expect.stringContaining('has the maxmemory-policy noeviction. Set it to volatile-ttl'),
    ],
  ]);
  closeConnections(connections);
  down.disconnect();
});
