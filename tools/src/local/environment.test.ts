import { describe, expect, it } from 'vitest';
import { serviceEnvironments, type World } from './environment.ts';

const world = (env: NodeJS.ProcessEnv): World => ({
  env,
  nodeEnv: 'development',
  origins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
  databaseUrl: 'postgres://db',
  cacheUrl: 'redis://cache',
  jobsUrl: 'redis://jobs',
  releasesDir: '/releases',
  addresses: {
    accounts: 'http://accounts',
    flights: ['http://flights-1', 'http://flights-2'],
    payments: 'http://payments',
    duffel: 'http://duffel',
    stripe: 'http://stripe',
    mail: 'http://mail',
    smtpPort: 2525,
  },
  secrets: {
    sessionKeySecret: 'key secret',
    serviceCredential: 'credential',
    metricsToken: 'token of the data folder',
    stripeWebhookSecret: 'whsec',
    duffelWebhookSecret: 'secret',
  },
});

describe('without keys', () => {
  const { accounts, flights, payments, edge } = serviceEnvironments(world({}));

  it('services speak to the sandboxes, in test mode and in live mode', () => {
    expect(flights.DUFFEL_BASE_PATH).toBe('http://duffel');
    expect(payments).toMatchObject({
      DUFFEL_BASE_PATH: 'http://duffel',
      STRIPE_BASE_URL: 'http://stripe',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      DUFFEL_TOKEN_LIVE: 'duffel_live_sandbox',
      STRIPE_KEY_LIVE: 'sk_live_sandbox',
    });
  });

  it('queues and cache lie apart, and so do the tables of two services', () => {
    expect([flights, payments, accounts].map(({ JOBS_REDIS_URL }) => JOBS_REDIS_URL)).toEqual([
      'redis://jobs',
      'redis://jobs',
      'redis://jobs',
    ]);
    expect(flights.REDIS_URL).toBe('redis://cache');
    expect([payments.DATABASE_SCHEMA, accounts.DATABASE_SCHEMA]).toEqual(['payments', 'accounts']);
  });

  it('[HOST-06] services believe the edge on this machine, and the edge believes no proxy unless told', () => {
    expect([accounts, flights, payments].map(({ TRUSTED_PROXIES }) => TRUSTED_PROXIES)).toEqual(
      Array(3).fill('127.0.0.1,::1'),
    );
    expect(edge.TRUSTED_PROXIES).toBe('none');
    const told = serviceEnvironments(world({ TRUSTED_PROXIES: '10.0.0.0/8' }));
    expect([told.edge.TRUSTED_PROXIES, told.flights.TRUSTED_PROXIES]).toEqual([
      '10.0.0.0/8',
      '127.0.0.1,::1',
    ]);
  });

  it('metrics are open on this machine, and ask for a token where one is set or others can reach the site', () => {
    const tokensWith = (env: NodeJS.ProcessEnv) =>
      Object.values(serviceEnvironments(world(env))).map(({ METRICS_TOKEN }) => METRICS_TOKEN);
    expect(tokensWith({})).toEqual(Array(4).fill(undefined));
    expect(tokensWith({ FARELINE_HOST: '0.0.0.0' })).toEqual(Array(4).fill('token of the data folder'));
    expect(tokensWith({ FARELINE_HOST: '0.0.0.0', METRICS_TOKEN: 'given' })).toEqual(Array(4).fill('given'));
  });

  it('a service is told no secret that it has no use for', () => {
    expect(JSON.stringify([flights, edge])).not.toMatch(/postgres|sk_|whsec|key secret/);
    expect(payments).not.toHaveProperty('SESSION_KEY_SECRET');
    expect(edge).not.toHaveProperty('DUFFEL_TOKEN_TEST');
  });
});

describe('with keys', () => {
  it('services speak to the real providers, and never with the key of another', () => {
    const { payments } = serviceEnvironments(
      world({
        DUFFEL_TOKEN_TEST: 'duffel_test_1',
        STRIPE_KEY_TEST: 'sk_test_1',
        SMTP_URL: 'smtp://mail.example',
      }),
    );
    expect(payments).toMatchObject({
      DUFFEL_TOKEN_TEST: 'duffel_test_1',
      STRIPE_KEY_TEST: 'sk_test_1',
      SMTP_URL: 'smtp://mail.example',
    });
    for (const name of ['DUFFEL_BASE_PATH', 'STRIPE_BASE_URL', 'DUFFEL_TOKEN_LIVE', 'STRIPE_KEY_LIVE']) {
      expect(payments).not.toHaveProperty(name);
    }
  });

  it('a live token alone never goes to a sandbox', () => {
    const { flights } = serviceEnvironments(world({ DUFFEL_TOKEN_LIVE: 'duffel_live_1' }));
    expect(flights).toMatchObject({ DUFFEL_TOKEN_LIVE: 'duffel_live_1' });
    expect(flights).not.toHaveProperty('DUFFEL_BASE_PATH');
  });
});
