import { ConfigError } from '@fareline/service-kit/config';
import { testRedisUrl, testSmallCacheUrl } from '@fareline/service-kit/testing';
import { describe, expect, it } from 'vitest';
import { buildFlights } from './app.ts';
import { readConfig } from './config.ts';

const complete = {
  SITE_ORIGIN: 'http://localhost:3000',
  SERVICE_CREDENTIAL: 'a-credential-of-flights-for-tests-only',
  TRUSTED_PROXIES: 'none',
  ACCOUNTS_URL: 'http://127.0.0.1:4001/',
  REDIS_URL: 'redis://127.0.0.1:6379',
  JOBS_REDIS_URL: 'redis://127.0.0.1:6380',
  DUFFEL_TOKEN_TEST: 'duffel_test_x',
};

it('[PROVIDER-06] [DEPART-01] defaults to a budget of 60 calls a minute, and to 60 minutes before departure', () => {
  expect(readConfig(complete)).toMatchObject({
    PROVIDER_BUDGET_PER_MINUTE: 60,
    BOOKING_CLOSES_MINUTES: 60,
    ACCOUNTS_URL: 'http://127.0.0.1:4001',
  });
  expect(readConfig({ ...complete, PROVIDER_BUDGET_PER_MINUTE: '120' }).PROVIDER_BUDGET_PER_MINUTE).toBe(120);
});

it('defaults to the key prefix that a running installation uses', () => {
  expect(readConfig(complete).REDIS_PREFIX).toBe('flights');
});

it.each([
  ['REDIS_URL', { REDIS_URL: '' }],
  ['JOBS_REDIS_URL', { JOBS_REDIS_URL: '' }],
  ['ACCOUNTS_URL', { ACCOUNTS_URL: 'not-a-url' }],
  ['PROVIDER_BUDGET_PER_MINUTE', { PROVIDER_BUDGET_PER_MINUTE: '0' }],
  ['DUFFEL_TOKEN_TEST', { DUFFEL_TOKEN_TEST: '' }],
  ['DUFFEL_TOKEN_TEST', { DUFFEL_TOKEN_TEST: 'duffel_live_x' }],
  ['DUFFEL_TOKEN_LIVE', { DUFFEL_TOKEN_LIVE: 'duffel_test_x' }],
  ['DUFFEL_TOKEN_TEST', { DUFFEL_TOKEN_TEST: 'duffel_test_sandbox' }],
])('[API-39] rejects a missing or invalid %s, naming it without showing a value', (name, change) => {
  expect(() => readConfig({ ...complete, ...change })).toThrow(ConfigError);
  expect(() => readConfig({ ...complete, ...change })).toThrow(name);
  expect(() => readConfig({ ...complete, ...change })).not.toThrow('a-credential-of-flights-for-tests-only');
});

describe('[PROVIDER-06] requires a non-evicting Redis for locks and budget', () => {
  const build = (env: Record<string, string>) => buildFlights(readConfig({ ...complete, ...env }));

  it('fails to start if that Redis evicts keys', async () => {
    const start = build({ NODE_ENV: 'test', JOBS_REDIS_URL: testSmallCacheUrl() });
    await expect(start).rejects.toThrow(/JOBS_REDIS_URL names a Redis that evicts entries/);
  });

  it('fails to start in production if it is the same server as the cache', async () => {
    const start = build({
      NODE_ENV: 'production',
      REDIS_URL: testRedisUrl(),
      JOBS_REDIS_URL: new URL('/1', testRedisUrl()).href,
    });
    await expect(start).rejects.toThrow(/JOBS_REDIS_URL and REDIS_URL name the same Redis/);
  });
});
