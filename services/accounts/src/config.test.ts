import { testSmallCacheUrl } from '@fareline/service-kit/testing';
import { expect, it } from 'vitest';
import { buildAccounts } from './app.ts';
import { readConfig } from './config.ts';

it('fails to start when the Redis for jobs evicts', async () => {
  const config = readConfig({
    SITE_ORIGIN: 'http://localhost:3000',
    ADMIN_ORIGIN: 'http://admin.localhost:3000',
    SERVICE_CREDENTIAL: 'a-credential-of-accounts-for-tests-only',
    ...{ FLIGHTS_URL: 'http://127.0.0.1:9', PAYMENTS_URL: 'http://127.0.0.1:9' },
    TRUSTED_PROXIES: 'none',
    DATABASE_URL: 'postgres://127.0.0.1:9/none',
    KEYS_DATABASE_URL: 'postgres://127.0.0.1:9/keys',
    JOBS_REDIS_URL: testSmallCacheUrl(),
    SESSION_KEY_SECRET: 'a-secret-of-the-session-keys-for-tests',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Fareline <no-reply@fareline.example>',
  });
  await expect(buildAccounts(config)).rejects.toThrow(/JOBS_REDIS_URL names a Redis that evicts entries/);
});
