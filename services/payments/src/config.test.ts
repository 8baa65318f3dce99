import { startStripeSandbox, testRedisUrl, testSmallCacheUrl } from '@fareline/service-kit/testing';
import { expect, it, onTestFinished } from 'vitest';
import { buildPayments } from './app.ts';
import { readConfig } from './config.ts';

const required = {
  SITE_ORIGIN: 'http://localhost:3000',
  ADMIN_ORIGIN: 'http://admin.localhost:3000',
  SERVICE_CREDENTIAL: 'a-credential-of-payments-for-tests-only',
  PAYMENTS_HASH_KEY: 'a-secret-of-the-hashes-for-tests-only',
  TRUSTED_PROXIES: 'none',
  ACCOUNTS_URL: 'http://127.0.0.1:9',
  FLIGHTS_URL: 'http://127.0.0.1:9',
  DATABASE_URL: 'postgres://127.0.0.1:9/none',
  KEYS_DATABASE_URL: 'postgres://127.0.0.1:9/keys',
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

it('multiplies all times by one factor, except in production', () => {
  const scaled = { ...required, TIME_SCALE: '0.1' };
  const tenth = { STRIPE_TIMEOUT_MS: 2000, BOOKING_LEASE_MS: 1500, CARD_TRIES_PER_MINUTE: 5 };
  expect(readConfig({ ...scaled, NODE_ENV: 'test' })).toMatchObject(tenth);
  const { STRIPE_TIMEOUT_MS } = readConfig({ ...scaled, NODE_ENV: 'production' });
  expect(STRIPE_TIMEOUT_MS).toBe(20_000);
});

it('[PROVIDER-43] takes raw card numbers only when that is set to true', () => {
  const isAllowed = (value: string) => readConfig({ ...required, STRIPE_RAW_CARDS: value }).STRIPE_RAW_CARDS;
  expect([isAllowed('true'), isAllowed('false'), isAllowed('')]).toEqual([true, false, false]);
  expect(() => isAllowed('yes')).toThrow(/STRIPE_RAW_CARDS is not valid/);
});

it.each([
  ['MAIL_FROM', 'Fareline', 'a@b'],
  ['MAIL_FROM', 'Fareline <no-reply>', 'Fareline <no-reply@fareline.example>'],
  ['MAIL_FROM', 'a@b.example, c@d.example', '"Fares, West" <a@b.example>'],
  ['PAYMENTS_HASH_KEY', 'x'.repeat(15), 'x'.repeat(16)],
  ['PAYMENTS_HASH_KEY_PREVIOUS', 'x'.repeat(15), 'x'.repeat(16)],
  ['STRIPE_WEBHOOK_SECRET_TEST', 'whsec_x', 'whsec_xx'],
  ['DUFFEL_WEBHOOK_SECRET_LIVE', '1234567', '12345678'],
  ['STRIPE_KEY_TEST', 'sk_live_x', 'rk_test_x'],
  ['STRIPE_KEY_LIVE', 'sk_test_x', 'sk_live_x'],
  ['DUFFEL_TOKEN_TEST', 'duffel_live_x', 'duffel_test_y'],
  ['DUFFEL_TOKEN_LIVE', 'duffel_test_x', 'duffel_live_x'],
  ['STRIPE_TIMEOUT_MS', '-1', '0'],
  ['CARD_TRIES_PER_MINUTE', '0', '7'],
  ['BOOKING_LEASE_MS', '299', '300'],
])('refuses %s=%s and takes %s', (name, invalid, valid) => {
  expect(() => readConfig({ ...required, [name]: invalid })).toThrow(new RegExp(`${name} is not valid`));
  expect(String(readConfig({ ...required, [name]: valid })[name as 'MAIL_FROM'])).toBe(valid);
});

it('[ELEMENT-05] reads a name without a mode as the one of test mode', () => {
  const { STRIPE_KEY_TEST: _, ...others } = required;
  expect(readConfig({ ...others, STRIPE_KEY: 'sk_test_y' }).STRIPE_KEY_TEST).toBe('sk_test_y');
  expect(() => readConfig({ ...others, STRIPE_KEY: 'sk_live_y' })).toThrow(/STRIPE_KEY_TEST is not valid/);
});

it.each([
  [{ DUFFEL_BASE_PATH: 'http://127.0.0.1:9' }, /^Set both DUFFEL_BASE_PATH and STRIPE_BASE_URL/],
  [{ STRIPE_BASE_URL: 'http://127.0.0.1:9' }, /^Set both DUFFEL_BASE_PATH and STRIPE_BASE_URL/],
  [{ STRIPE_KEY_LIVE: 'sk_live_sandbox' }, /^STRIPE_KEY_LIVE is the key of a sandbox/],
  [{ STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_sandbox' }, /^STRIPE_PUBLISHABLE_KEY_TEST is the key of a/],
  [{ DUFFEL_TOKEN_TEST: 'duffel_test_sandbox' }, /^DUFFEL_TOKEN_TEST is the key of a sandbox/],
])('[ELEMENT-05] refuses a sandbox beside a real provider: %j', (change, message) => {
  expect(() => readConfig({ ...required, ...change })).toThrow(message);
});

const [account, otherAccount] = ['51FirstAccountNum', '51OtherAccountNum'];

it.each([
  ['TEST', 'sk_test_', 'pk_test_'],
  ['LIVE', 'rk_live_', 'pk_live_'],
])('[ELEMENT-05] refuses a publishable key of another Stripe account: %s', (mode, secret, publishable) => {
  const read = (publishableKey: string, key = `${secret}${account}abc`) =>
    readConfig({
      ...required,
      [`STRIPE_KEY_${mode}`]: key,
      [`STRIPE_PUBLISHABLE_KEY_${mode}`]: publishableKey,
    });
  expect(() => read(`${publishable}${account}xyz`)).not.toThrow();
  // Keys of the older form do not contain the account.
  expect(() => read(`${publishable}KeyOfTheOlderForm`)).not.toThrow();
  expect(() => read(`${publishable}${account}xyz`, `${secret}KeyOfTheOlderForm`)).not.toThrow();
  expect(() => read(`${publishable}${otherAccount}abc`)).toThrow(
    `STRIPE_PUBLISHABLE_KEY_${mode} and STRIPE_KEY_${mode} are of two Stripe accounts: set both keys of one.`,
  );
});

it('refuses to start when the Redis of the jobs evicts entries', async () => {
  const config = readConfig({ ...required, JOBS_REDIS_URL: testSmallCacheUrl() });
  await expect(buildPayments(config)).rejects.toThrow(/JOBS_REDIS_URL names a Redis that evicts entries/);
});

it('[ELEMENT-05] refuses to start with a key that Stripe refuses', async () => {
  const stripe = await startStripeSandbox();
  onTestFinished(() => stripe.kill());
  const { url } = stripe;
  const sandboxes = { STRIPE_BASE_URL: url, DUFFEL_BASE_PATH: url, JOBS_REDIS_URL: testRedisUrl() };
  const config = readConfig({ ...required, ...sandboxes, STRIPE_KEY_LIVE: 'sk_live_no-key' });
  await expect(buildPayments(config)).rejects.toThrow(/^Stripe refuses STRIPE_KEY_LIVE: set it to/);
});
