import { testSmallCacheUrl } from '@fareline/service-kit/testing';
import { expect, it } from 'vitest';
import { buildPayments } from './app.ts';
import { readConfig } from './config.ts';

it('refuses to start when the Redis of the jobs evicts entries', async () => {
  const config = readConfig({
    SITE_ORIGIN: 'http://localhost:3000',
    SERVICE_CREDENTIAL: 'a-credential-for-tests-only',
    TRUSTED_PROXIES: 'none',
    ACCOUNTS_URL: 'http://127.0.0.1:9',
    FLIGHTS_URL: 'http://127.0.0.1:9',
    DATABASE_URL: 'postgres://127.0.0.1:9/none',
    JOBS_REDIS_URL: testSmallCacheUrl(),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'no-reply@fareline.example',
    DUFFEL_TOKEN_TEST: 'duffel_test_x',
    STRIPE_KEY_TEST: 'sk_test_x',
  });
  await expect(buildPayments(config)).rejects.toThrow(/JOBS_REDIS_URL names a Redis that evicts entries/);
});
