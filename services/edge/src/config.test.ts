import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const complete = {
  SITE_ORIGIN: 'http://localhost:3000',
  SERVICE_CREDENTIAL: 'a-credential-of-the-tests',
  TRUSTED_PROXIES: 'none',
  RELEASES_DIR: '/srv/releases',
  ACCOUNTS_URL: 'http://accounts',
  PAYMENTS_URL: 'http://payments',
  FLIGHTS_URL: 'http://one:1/, http://two:2',
};

it('reads the replicas of flights from a list', () => {
  expect(readConfig(complete)).toMatchObject({
    FLIGHTS_URL: ['http://one:1', 'http://two:2'],
  });
});

it('names what is missing or bad', () => {
  expect(() => readConfig({ ...complete, RELEASES_DIR: '' })).toThrow(/RELEASES_DIR is missing/);
  expect(() => readConfig({ ...complete, FLIGHTS_URL: 'http://one,two' })).toThrow(/FLIGHTS_URL/);
});
