import { generateKeyPairSync } from 'node:crypto';
import { ConfigError } from '@fareline/service-kit/config';
import { exportPublicKey } from '@fareline/releases/signature';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const keys = `*=${exportPublicKey(generateKeyPairSync('ed25519').privateKey)}`;
const complete = {
  NODE_ENV: 'test',
  SITE_ORIGIN: 'http://localhost:3000',
  TRUSTED_PROXIES: 'none',
  RELEASES_DIR: '/srv/releases',
  ACCOUNTS_URL: 'http://accounts',
  PAYMENTS_URL: 'http://payments',
  FLIGHTS_URL: 'http://flights:1',
};

it('has its releases in a folder or in a bucket', () => {
  const { RELEASES_DIR: _, ...without } = complete;
  expect(() => readConfig(without)).toThrow(
    'RELEASES_DIR is missing: set it to the folder with the releases',
  );
  expect(readConfig({ ...without, RELEASES_BUCKET: 'releases' })).toMatchObject({
    RELEASES_BUCKET: 'releases',
    RELEASES_REGION: 'us-east-1',
  });
  expect(() => readConfig({ ...complete, RELEASES_ENDPOINT: 'minio' })).toThrow(
    'RELEASES_ENDPOINT is not valid',
  );
});

it.each([
  [{ NODE_ENV: 'production' }, 'RELEASE_KEYS is missing'],
  [{ NODE_ENV: 'production', RELEASE_KEYS: keys }, 'ADMIN_ORIGIN is missing'],
  [{ ADMIN_ORIGIN: 'https://admin.fares.example/x' }, 'ADMIN_ORIGIN is not valid'],
  [{ ADMIN_ORIGIN: 'http://localhost:3000' }, 'ADMIN_ORIGIN is one of SITE_ORIGIN'],
  [{ RELEASE_KEYS: 'search=x' }, 'the key of "search" is not a public ed25519 key'],
  [
    { NODE_ENV: 'production', RELEASE_KEYS: keys, STRIPE_BASE_URL: 'http://127.0.0.1:1' },
    'no script of a sandbox',
  ],
  [{ STRIPE_PUBLISHABLE_KEY_TEST: 'pk_live_1' }, 'begins with pk_test_'],
  [{ STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_test_1' }, 'begins with pk_live_'],
  [{ STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_sandbox' }, 'the key of a sandbox'],
  [{ STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, 'begins with pk_test_'],
])('[ELEMENT-04, ELEMENT-05] refuses %j', (change, message) => {
  expect(() => readConfig({ ...complete, ...change })).toThrow(ConfigError);
  expect(() => readConfig({ ...complete, ...change })).toThrow(message);
});
