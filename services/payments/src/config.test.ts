import { testSmallCacheUrl } from '@fareline/service-kit/testing';
import { expect, it } from 'vitest';
import { buildPayments } from './app.ts';
import { readConfig } from './config.ts';

const required = {
  SITE_ORIGIN: 'http://localhost:3000',
  SERVICE_CREDENTIAL: 'a-credential-of-payments-for-tests-only',
  PAYMENTS_HASH_KEY: 'a-secret-of-the-hashes-for-tests-only',
  TRUSTED_PROXIES: 'none',
  ACCOUNTS_URL: 'http://127.0.0.1:9',
  FLIGHTS_URL: 'http://127.0.0.1:9',
  DATABASE_URL: 'postgres://127.0.0.1:9/none',
  JOBS_REDIS_URL: 'redis://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'no-reply@fareline.example',
  DUFFEL_TOKEN_TEST: 'duffel_test_x',
  STRIPE_KEY_TEST: 'sk_test_x',
};

it('has a default for every optional setting', () => {
  const minute = 60_000;
  expect(readConfig(required)).toMatchObject({
    DATABASE_SCHEMA: 'payments',
    STRIPE_RAW_CARDS: false,
    STRIPE_TIMEOUT_MS: 20_000,
    QUOTE_TIMEOUT_MS: 45_000,
    ORDER_TIMEOUT_MS: 130_000,
    ORDER_ACCEPTED_SETTLE_MS: 360 * minute,
    BOOKING_LEASE_MS: 15_000,
    GIVE_UP_AFTER_MS: 5 * 1440 * minute,
    UNUSED_HOLD_MS: 30 * minute,
    CARD_TRIES_PER_MINUTE: 5,
    CARD_DECLINES_PER_SESSION: 3,
  });
});

it('[PROVIDER-43] takes raw card numbers only when that is set to true', () => {
  const isAllowed = (value: string) => readConfig({ ...required, STRIPE_RAW_CARDS: value }).STRIPE_RAW_CARDS;
  expect([isAllowed('true'), isAllowed('false'), isAllowed('')]).toEqual([true, false, false]);
  expect(() => isAllowed('yes')).toThrow(/STRIPE_RAW_CARDS is not valid/);
});

it.each([
  ['MAIL_FROM', 'ab', 'a@b'],
  ['PAYMENTS_HASH_KEY', 'x'.repeat(15), 'x'.repeat(16)],
  ['PAYMENTS_HASH_KEY_PREVIOUS', 'x'.repeat(15), 'x'.repeat(16)],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_x', 'whsec_xx'],
  ['DUFFEL_WEBHOOK_SECRET', '1234567', '12345678'],
  ['STRIPE_TIMEOUT_MS', '-1', '0'],
  ['CARD_TRIES_PER_MINUTE', '0', '7'],
  ['BOOKING_LEASE_MS', '299', '300'],
])('refuses %s=%s and takes %s', (name, invalid, valid) => {
  expect(() => readConfig({ ...required, [name]: invalid })).toThrow(new RegExp(`${name} is not valid`));
  expect(String(readConfig({ ...required, [name]: valid })[name as 'MAIL_FROM'])).toBe(valid);
});

it('refuses to start when the Redis of the jobs evicts entries', async () => {
  const config = readConfig({ ...required, JOBS_REDIS_URL: testSmallCacheUrl() });
  await expect(buildPayments(config)).rejects.toThrow(/JOBS_REDIS_URL names a Redis that evicts entries/);
});
