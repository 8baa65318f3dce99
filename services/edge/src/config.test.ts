import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const complete = {
  SITE_ORIGIN: 'http://localhost:3000',
  TRUSTED_PROXIES: 'none',
  RELEASES_DIR: '/srv/releases',
  ACCOUNTS_URL: 'http://accounts',
  PAYMENTS_URL: 'http://payments',
  FLIGHTS_URL: 'http://one:1/, http://two:2',
};

it('parses the replicas of flights from a comma-separated list', () => {
  expect(readConfig(complete)).toMatchObject({
    FLIGHTS_URL: ['http://one:1', 'http://two:2'],
  });
});
