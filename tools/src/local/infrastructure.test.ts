import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDeps } from './deps.ts';
import { startInfrastructure } from './infrastructure.ts';
import { Supervisor } from './supervisor.ts';

let folder = '';
let supervisor: Supervisor;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'infrastructure-'));
  supervisor = new Supervisor(() => undefined);
});
afterEach(async () => {
  await supervisor.stopAll();
  rmSync(folder, { recursive: true });
});

const given = {
  PATH: process.env.PATH,
  DATABASE_URL: 'postgres://given',
  REDIS_URL: process.env.TEST_SMALL_CACHE_URL,
};
const start = (env: NodeJS.ProcessEnv) => startInfrastructure(createDeps(folder, supervisor, env), true);

it('starts a Redis without eviction for queues and locks when only REDIS_URL is set', async () => {
  const { databaseUrl, cacheUrl, jobsUrl } = await start(given);
  expect([databaseUrl, cacheUrl]).toEqual([given.DATABASE_URL, given.REDIS_URL]);
  const redis = new Redis(jobsUrl);
  const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
  redis.disconnect();
  expect(policy).toBe('noeviction');
});

it('starts no Redis when both URLs are set', async () => {
  expect(await start({ ...given, JOBS_REDIS_URL: 'redis://jobs' })).toMatchObject({
    jobsUrl: 'redis://jobs',
  });
  expect(supervisor.names()).toEqual([]);
});
