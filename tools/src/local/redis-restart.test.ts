import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commonConfigShape, parseConfig } from '@fareline/service-kit/config';
import { health } from '@fareline/service-kit/http/health';
import { buildServer } from '@fareline/service-kit/http/server';
import { connectRedis } from '@fareline/service-kit/redis';
import { eventually } from '@fareline/service-kit/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startProgram, type RunningProcess } from './processes.ts';
import { prepareRedis } from './redis.ts';

let folder = '';
let server: RunningProcess | undefined;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'redis-restart-'))));
afterEach(async () => {
  vi.restoreAllMocks();
  await server?.stop();
  rmSync(folder, { recursive: true });
});

it('a service stays ready while its Redis restarts, and is not when Redis stays away', async () => {
  const { url, program } = await prepareRedis({ name: 'redis', folder, policy: 'noeviction' });
  server = await startProgram(program);
  const redis = connectRedis(url, { retryStrategy: () => 20 });
  const app = await buildServer({
    name: 'sample',
    config: parseConfig(commonConfigShape, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SITE_ORIGIN: 'http://localhost:3000',
      TRUSTED_PROXIES: 'none',
    }),
    isBrandHost: async () => false,
  });
  await app.register(health, { checks: { redis: () => redis.ping() } });
  const readHealth = async () => {
    const response = await app.inject('/health/ready');
    return `${response.statusCode} ${response.json<{ checks: { redis: string } }>().checks.redis}`;
  };
  const waitFor = (health: string) =>
    eventually(async () => ((await readHealth()) === health ? true : undefined));
  await waitFor('200 ok');
  await server.stop();
  await waitFor('200 failing');
  server = await startProgram(program);
  await waitFor('200 ok');
  await server.stop();
  await waitFor('200 failing');
  const later = performance.now() + 16_000;
  vi.spyOn(performance, 'now').mockImplementation(() => later);
  expect(await readHealth()).toBe('503 down');
  redis.disconnect();
  await app.close();
});
