import { hashCredential } from '@fareline/service-kit/hash-credential';
import { describe, expect, it } from 'vitest';
import { createServiceEnvironments } from './environment.ts';
import { createSettings } from './testing/settings.ts';

describe('without provider keys', () => {
  const { accounts, flights, payments, edge } = createServiceEnvironments(createSettings({}));

  it('services use the sandboxes, in test mode and in live mode', () => {
    for (const service of [flights, edge]) expect(service.DUFFEL_BASE_PATH).toBe('http://duffel');
    expect(payments).toMatchObject({
      DUFFEL_BASE_PATH: 'http://duffel',
      STRIPE_BASE_URL: 'http://stripe',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      DUFFEL_TOKEN_LIVE: 'duffel_live_sandbox',
      STRIPE_KEY_LIVE: 'sk_live_sandbox',
    });
  });

  it('[ELEMENT-01] payments and edge get the publishable keys of the sandbox with --payment-element only', () => {
    for (const service of [payments, edge])
      expect(JSON.stringify(service)).not.toContain('STRIPE_PUBLISHABLE_KEY');
    expect(edge).not.toHaveProperty('STRIPE_BASE_URL');
    const withElement = createServiceEnvironments({ ...createSettings({}), hasPaymentElement: true });
    for (const service of ['payments', 'edge'] as const)
      expect(withElement[service], service).toMatchObject({
        STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_sandbox',
        STRIPE_PUBLISHABLE_KEY_LIVE: 'pk_live_sandbox',
        STRIPE_BASE_URL: 'http://stripe',
      });
  });

  it('queues and cache use separate servers, and two services separate schemas', () => {
    expect([flights, payments, accounts].map(({ JOBS_REDIS_URL }) => JOBS_REDIS_URL)).toEqual([
      'redis://jobs',
      'redis://jobs',
      'redis://jobs',
    ]);
    expect([payments.KEYS_DATABASE_URL, accounts.KEYS_DATABASE_URL]).toEqual([
      'postgres://payments@keys',
      'postgres://accounts@keys',
    ]);
  });

  it('[HOST-02] all services accept writes from SITE_ORIGIN, which a proxy with TLS needs, else from the printed addresses', () => {
    const origin = 'https://fares.example';
    const behindProxy = createServiceEnvironments(createSettings({ SITE_ORIGIN: origin }));
    for (const service of ['accounts', 'flights', 'payments', 'edge'] as const)
      expect(behindProxy[service].SITE_ORIGIN, service).toBe(origin);
    expect(edge.SITE_ORIGIN).toContain('http://localhost');
  });

  it('[HOST-06] services trust the edge on this machine, and the edge trusts no proxy unless TRUSTED_PROXIES is set', () => {
    expect([accounts, flights, payments].map(({ TRUSTED_PROXIES }) => TRUSTED_PROXIES)).toEqual(
      Array(3).fill('127.0.0.1,::1'),
    );
    expect(edge.TRUSTED_PROXIES).toBe('none');
    const configured = createServiceEnvironments(createSettings({ TRUSTED_PROXIES: '10.0.0.0/8' }));
    expect([configured.edge.TRUSTED_PROXIES, configured.flights.TRUSTED_PROXIES]).toEqual([
      '10.0.0.0/8',
      '127.0.0.1,::1',
    ]);
  });

  it('metrics require a token only when one is set or other machines can reach the site', () => {
    const listTokens = (env: NodeJS.ProcessEnv) => {
      const { prerender: _, ...services } = createServiceEnvironments(createSettings(env));
      return Object.values(services).map(({ METRICS_TOKEN }) => METRICS_TOKEN);
    };
    expect(listTokens({})).toEqual(Array(4).fill(undefined));
    expect(listTokens({ FARELINE_HOST: '0.0.0.0' })).toEqual(Array(4).fill('token of the data folder'));
    expect(listTokens({ FARELINE_HOST: '0.0.0.0', METRICS_TOKEN: 'given' })).toEqual(Array(4).fill('given'));
  });

  it('[ACCESS-03] each caller has a credential of its own, and the others hold its hash only', () => {
    const { prerender } = createServiceEnvironments(createSettings({}));
    const callers = { accounts, flights, payments, prerender };
    for (const [name, { SERVICE_CREDENTIAL }] of Object.entries(callers))
      expect(SERVICE_CREDENTIAL).toBe(`credential of ${name}`);
    const accept = (...names: (keyof typeof callers)[]) =>
      names.map((name) => `${name}:${hashCredential(`credential of ${name}`)}`).join(',');
    expect(accounts.ACCEPTED_CALLERS).toBe(accept('flights', 'payments', 'prerender'));
    expect(flights.ACCEPTED_CALLERS).toBe(accept('accounts', 'payments'));
    expect(payments.ACCEPTED_CALLERS).toBe(accept('accounts'));
    expect(edge).not.toHaveProperty('SERVICE_CREDENTIAL');
  });
});

describe('with provider keys', () => {
  it('services use the real providers, and get only the keys that are set', () => {
    const { payments } = createServiceEnvironments(
      createSettings({
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

  const realKeys = { DUFFEL_TOKEN: 'duffel_test_1', STRIPE_KEY: 'sk_test_1' };

  it('[ELEMENT-01] payments and edge get the publishable keys that are set', () => {
    const keys = { ...realKeys, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
    const environments = createServiceEnvironments(createSettings(keys));
    for (const service of ['payments', 'edge'] as const) {
      expect(environments[service].STRIPE_PUBLISHABLE_KEY_TEST, service).toBe('pk_test_1');
      for (const name of ['STRIPE_PUBLISHABLE_KEY_LIVE', 'STRIPE_BASE_URL'])
        expect(environments[service], service).not.toHaveProperty(name);
    }
    const start = () => createServiceEnvironments({ ...createSettings(realKeys), hasPaymentElement: true });
    expect(start).toThrow('--payment-element needs STRIPE_PUBLISHABLE_KEY_TEST beside STRIPE_KEY_TEST.');
  });

  it('[ELEMENT-05] webhook secrets are those of the environment only', () => {
    const { payments } = createServiceEnvironments(
      createSettings({ ...realKeys, STRIPE_WEBHOOK_SECRET: 'whsec_given' }),
    );
    expect(payments).toMatchObject({
      DUFFEL_TOKEN_TEST: 'duffel_test_1',
      STRIPE_WEBHOOK_SECRET_TEST: 'whsec_given',
    });
    for (const name of ['STRIPE_WEBHOOK_SECRET_LIVE', 'DUFFEL_WEBHOOK_SECRET_TEST'])
      expect(payments).not.toHaveProperty(name);
  });

  it('the secret of bounces is that of the environment only with a real mail server', () => {
    const given = { MAIL_WEBHOOK_SECRET: 'key of mails' };
    const read = (env: Record<string, string>) => createServiceEnvironments(createSettings(env)).payments;
    expect(read(given)).toMatchObject({ MAIL_WEBHOOK_SECRET: 'secret of mails' });
    expect(read({ SMTP_URL: 'smtp://mail.example', ...given })).toMatchObject(given);
    expect(read({ SMTP_URL: 'smtp://mail.example' })).not.toHaveProperty('MAIL_WEBHOOK_SECRET');
  });

  it('[REVIEW-01] the risk rules are those of a merchant, who may set others', () => {
    const { payments } = createServiceEnvironments(createSettings(realKeys));
    expect([payments.CARDS_PER_TRAVELLER, payments.LAST_MINUTE_MS]).toEqual(['', '']);
    const given = { CARDS_PER_TRAVELLER: '9', LAST_MINUTE_MS: '0' };
    expect(createServiceEnvironments(createSettings({ ...realKeys, ...given })).payments).toMatchObject(
      given,
    );
  });

  const bothTest = { DUFFEL_TOKEN_TEST: 'duffel_test_1', STRIPE_KEY_TEST: 'sk_test_1' };
  it.each([
    [{ DUFFEL_TOKEN_TEST: 'duffel_test_1' }, 'DUFFEL_TOKEN_TEST is set, but not STRIPE_KEY_TEST.'],
    [{ STRIPE_KEY: 'sk_test_1' }, 'STRIPE_KEY_TEST is set, but not DUFFEL_TOKEN_TEST.'],
    [
      { DUFFEL_TOKEN_LIVE: 'duffel_live_1' },
      'DUFFEL_TOKEN_LIVE is set, but not DUFFEL_TOKEN_TEST and STRIPE_KEY_TEST and STRIPE_KEY_LIVE.',
    ],
    [
      { ...bothTest, STRIPE_KEY_LIVE: 'sk_live_1' },
      'DUFFEL_TOKEN_TEST and STRIPE_KEY_TEST and STRIPE_KEY_LIVE are set, but not DUFFEL_TOKEN_LIVE.',
    ],
    [
      { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      'STRIPE_PUBLISHABLE_KEY_TEST is set, but not DUFFEL_TOKEN_TEST and STRIPE_KEY_TEST.',
    ],
    [
      { ...bothTest, DUFFEL_WEBHOOK_SECRET_LIVE: 'whsec_given' },
      'DUFFEL_TOKEN_TEST and STRIPE_KEY_TEST and DUFFEL_WEBHOOK_SECRET_LIVE are set, but not DUFFEL_TOKEN_LIVE and STRIPE_KEY_LIVE.',
    ],
  ])('[ELEMENT-05] %j does not start with a sandbox for what is missing', (env, message) => {
    expect(() => createServiceEnvironments(createSettings(env))).toThrow(
      `${message} A real provider is never used beside a sandbox`,
    );
  });
});
