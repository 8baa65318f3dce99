import { ConfigError } from '@fareline/service-kit';
import { testRedisUrl, testSmallCacheUrl } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { buildFlights } from './app.ts';
import { readConfig } from './config.ts';

const complete = {
  SITE_ORIGIN: 'http://localhost:3000',
  SERVICE_CREDENTIAL: 'a-credential-for-tests-only',
  TRUSTED_PROXIES: 'none',
  ACCOUNTS_URL: 'http://127.0.0.1:4001/',
  REDIS_URL: 'redis://127.0.0.1:6379',
  JOBS_REDIS_URL: 'redis://127.0.0.1:6380',
  DUFFEL_TOKEN_TEST: 'duffel_test_x',
};

it('[PROVIDER-06] the budget is 60 calls a minute unless it is set', () => {
  expect(readConfig(complete)).toMatchObject({
    PROVIDER_BUDGET_PER_MINUTE: 60,
    ACCOUNTS_URL: 'http://127.0.0.1:4001',
  });
  expect(readConfig({ ...complete, PROVIDER_BUDGET_PER_MINUTE: '120' }).PROVIDER_BUDGET_PER_MINUTE).toBe(120);
});

it.each([
  ['REDIS_URL', { REDIS_URL: '' }],
  ['JOBS_REDIS_URL', { JOBS_REDIS_URL: '' }],
  ['ACCOUNTS_URL', { ACCOUNTS_URL: 'nowhere' }],
  ['PROVIDER_BUDGET_PER_MINUTE', { PROVIDER_BUDGET_PER_MINUTE: '0' }],
  ['DUFFEL_TOKEN_TEST', { DUFFEL_TOKEN_TEST: '' }],
])('[API-39] without a good %s it does not start, and says so without showing a value', (name, change) => {
  expect(() => readConfig({ ...complete, ...change })).toThrow(ConfigError);
  expect(() => readConfig({ ...complete, ...change })).toThrow(name);
  expect(() => readConfig({ ...complete, ...change })).not.toThrow('a-credential-for-tests-only');
});

describe('[PROVIDER-06] locks and budget never lie in a Redis that drops them', () => {
  const build = (env: Record<string, string>) => buildFlights(readConfig({ ...complete, ...env }));

  it('the service does not start where the one for them evicts', async () => {
    const refused = build({ NODE_ENV: 'test', JOBS_REDIS_URL: testSmallCacheUrl() });
    await expect(refused).rejects.toThrow(/JOBS_REDIS_URL names a Redis that drops entries/);
  });

  it('nor, in production, where it is the server of the cache', async () => {
    const refused = build({
      NODE_ENV: 'production',
      REDIS_URL: testRedisUrl(),
      JOBS_REDIS_URL: new URL('/1', testRedisUrl()).href,
    });
    await expect(refused).rejects.toThrow(/JOBS_REDIS_URL and REDIS_URL name the same Redis/);
  });
});
