import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  assertDkim,
  commonConfigShape,
  credentialSetting,
  databaseShape,
  dkimShape,
  parseConfig,
  postgresSetting,
  redisSetting,
  smtpSetting,
  urlSetting,
} from './config.ts';
import { hashCredential } from './hash-credential.ts';

it('reports every missing or invalid setting with its reason', () => {
  const shape = { PORT: z.coerce.number().max(65535), KEY: z.string().min(16), NAME: z.string() };
  expect(() => parseConfig(shape, { PORT: '70000', KEY: 'short', NAME: '' })).toThrow(
    /PORT is not valid: Too big.*<=65535.*\n.*KEY is not valid: Too small.*\n.*NAME is missing: set it\./,
  );
});

it('says what a number has to be', () => {
  const shape = { COUNT: z.coerce.number().int() };
  for (const COUNT of ['many', '1.5'])
    expect(() => parseConfig(shape, { COUNT })).toThrow(/^ {2}COUNT is not valid: not a whole number\.$/m);
});

it.each([
  ['SITE_ORIGIN', commonConfigShape.SITE_ORIGIN, 'the origin of the site, such as https://'],
  ['SERVICE_CREDENTIAL', credentialSetting, 'the secret of this service that other services'],
  ['ACCOUNTS_URL', urlSetting, 'a URL that begins with http:// or https://.'],
])('says what to set %s to when it is missing', (name, setting, description) => {
  expect(() => parseConfig({ [name]: setting }, {})).toThrow(`${name} is missing: set it to ${description}`);
});

it.each(['accounts:8080', 'ftp://accounts', 'nonsense'])('rejects %s as the URL of a service', (value) => {
  expect(() => parseConfig({ URL: urlSetting }, { URL: value })).toThrow(
    'URL is not valid: not a URL that begins with http:// or https://.',
  );
});

describe('TRUSTED_PROXIES', () => {
  const read = (value: string | undefined) =>
    parseConfig(
      { TRUSTED_PROXIES: commonConfigShape.TRUSTED_PROXIES },
      { NODE_ENV: 'production', TRUSTED_PROXIES: value },
    ).TRUSTED_PROXIES;

  it('[HOST-06] fails with a message that says what to set when it is missing', () => {
    for (const value of [undefined, ''])
      expect(() => read(value)).toThrow(
        /TRUSTED_PROXIES is missing: set it to the IP addresses or CIDR ranges of the proxies.*or to none\./,
      );
  });

  it.each([
    ['none', []],
    ['10.1.2.3', ['10.1.2.3']],
    ['10.0.0.0/8, ::1, fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
    [' none ', []],
    ['10.0.0.1/32', ['10.0.0.1/32']],
    ['::1/128,fd00::/1', ['::1/128', 'fd00::/1']],
  ])('[HOST-06] parses %s', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it.each([
    'true',
    '*',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/08',
    '10.0.0.0/8x',
    '10.0.0.0/x8',
    '10.0.0.0/',
    '10.0.0',
    '10.0.0.0/8/8',
    'none,10.0.0.1',
    '10.0.0.1,',
  ])('[HOST-06] rejects %s', (value) => {
    expect(() => read(value)).toThrow(/TRUSTED_PROXIES is not valid: not an IP address or CIDR range/);
  });
});

it('[SECURITY-04] normalises the origins of the site as browsers send them, and rejects values that are not origins', () => {
  const shape = { SITE_ORIGIN: commonConfigShape.SITE_ORIGIN };
  expect(parseConfig(shape, { SITE_ORIGIN: 'https://Fares.example/, http://localhost:3000' })).toEqual({
    SITE_ORIGIN: ['https://fares.example', 'http://localhost:3000'],
  });
  expect(() => parseConfig(shape, { SITE_ORIGIN: 'fares.example' })).toThrow(/SITE_ORIGIN is not valid/);
});

describe('a server URL', () => {
  const shape = { DATABASE_URL: postgresSetting, REDIS_URL: redisSetting, SMTP_URL: smtpSetting };

  it.each([
    ['postgres://user:pass@db.example:5432/fareline', 'redis://:pass@cache:6379/0', 'smtp://mail:1025'],
    [
      'postgresql:///fareline?host=/run/postgresql',
      'rediss://cache.example',
      'smtps://user:pass@mail.example/?pool=true',
    ],
    ['postgres://db.example/fareline', 'redis+cluster://:pass@cache.example:6379', 'smtp://mail:1025'],
  ])('is returned unchanged: %s, %s, %s', (DATABASE_URL, REDIS_URL, SMTP_URL) => {
    const env = { DATABASE_URL, REDIS_URL, SMTP_URL };
    expect(parseConfig(shape, env)).toEqual(env);
  });

  it.each([
    ['DATABASE_URL', 'nonsense', 'postgres:// or postgresql://'],
    ['DATABASE_URL', 'mysql://db.example/fareline', 'postgres:// or postgresql://'],
    ['REDIS_URL', 'http://foo', 'redis:// or rediss:// or redis+cluster:// or rediss+cluster://'],
    ['REDIS_URL', 'localhost:6379', 'redis:// or rediss:// or redis+cluster:// or rediss+cluster://'],
    ['SMTP_URL', 'nonsense', 'smtp:// or smtps://'],
  ])(
    'with an unsupported scheme is rejected with a list of the supported ones: %s=%s',
    (name, value, schemes) => {
      const message = `${name} is not valid: not the URL of`;
      expect(() => parseConfig(shape, { [name]: value })).toThrow(message);
      expect(() => parseConfig(shape, { [name]: value })).toThrow(`that begins with ${schemes}.`);
      expect(() => parseConfig(shape, { [name]: value })).not.toThrow(value);
    },
  );
});

describe('the settings of every service', () => {
  const required = {
    SITE_ORIGIN: 'http://localhost:3000',
    TRUSTED_PROXIES: 'none',
  };
  const [hash, otherHash] = ['a'.repeat(64), 'b'.repeat(64)];
  const read = (env: Record<string, string> = {}) => parseConfig(commonConfigShape, { ...required, ...env });

  it('have defaults for a service in production that only this machine reaches', () =>
    expect(read()).toEqual({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: 0,
      LOG_LEVEL: 'info',
      OTEL_TRACES_SAMPLER_ARG: 1,
      SITE_ORIGIN: ['http://localhost:3000'],
      TRUSTED_PROXIES: [],
      ACCEPTED_CALLERS: [],
    }));

  it.each([
    ['NODE_ENV', ['production', 'development', 'test'], ['staging']],
    ['LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], ['verbose']],
    ['PORT', ['0', '65535'], ['-1', '65536', '80.5', 'http']],
    [
      'ACCEPTED_CALLERS',
      [`payments:${hash}`, `payments:${hash}, flights:${otherHash},payments:${'0'.repeat(64)}`],
      [
        'payments',
        `payments:${hash}0`,
        `payments:${'c'.repeat(40)}`,
        `stranger:${hash}`,
        `payments:${hash},`,
        `payments:${hash},flights:${hashCredential('')}`,
      ],
    ],
    ['METRICS_TOKEN', ['t'.repeat(16)], ['t'.repeat(15)]],
    [
      'SITE_ORIGIN',
      ['https://a.example', 'http://[::1]:3000/'],
      [
        ...['ftp://a.example', 'https://a.example,', 'xhttps://a.example', 'https://*.example'],
        ...['https://a.example/shop', 'https://a.example/?q', 'https://a.example/#', 'https://u@a.example'],
      ],
    ],
  ])('accept %s as one of %j and not as one of %j', (name, valid, invalid) => {
    for (const value of valid) expect(() => read({ [name]: value })).not.toThrow();
    for (const value of invalid)
      expect(() => read({ [name]: value }), value).toThrow(
        `Cannot start with these settings:\n  ${name} is not valid`,
      );
  });
});

it('[ACCESS-03] takes a credential of 32 characters or more', () => {
  const read = (length: number) => parseConfig({ KEY: credentialSetting }, { KEY: 'c'.repeat(length) });
  expect(read(32)).toEqual({ KEY: 'c'.repeat(32) });
  expect(() => read(31)).toThrow('KEY is not valid');
});

it('reads the URL of a service without the slash at its end', () => {
  const read = (URL: string) => parseConfig({ URL: urlSetting }, { URL }).URL;
  expect(['http://a:1/', 'http://b:2/api'].map(read)).toEqual(['http://a:1', 'http://b:2/api']);
});

it('reads the schema of a database, which is a plain name', () => {
  const read = (env: Record<string, string>) =>
    parseConfig(databaseShape('payments'), { DATABASE_URL: 'postgres://db/f', ...env }).DATABASE_SCHEMA;
  expect(read({})).toBe('payments');
  expect(read({ DATABASE_SCHEMA: 'other_1' })).toBe('other_1');
  for (const DATABASE_SCHEMA of ['a b', 'a;', '-a'])
    expect(() => read({ DATABASE_SCHEMA })).toThrow(
      'DATABASE_SCHEMA is not valid: not a name of letters, digits and _.',
    );
});

describe('DKIM', () => {
  const createPem = (type: 'rsa', modulusLength: number) =>
    generateKeyPairSync(type, {
      ...{ modulusLength, publicKeyEncoding: { type: 'spki', format: 'pem' } },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
  const { privateKey, publicKey } = createPem('rsa', 2048);
  const all = { DKIM_PRIVATE_KEY: privateKey, DKIM_DOMAIN: 'fares.example', DKIM_SELECTOR: 'mail2026' };
  const read = (env: Record<string, string>, MAIL_FROM = 'Fareline <no-reply@fares.example>') => {
    const config = parseConfig(dkimShape, env);
    assertDkim({ ...config, MAIL_FROM });
    return config;
  };

  it('takes a key in one line, and no key at all', () => {
    expect(read({ ...all, DKIM_PRIVATE_KEY: privateKey.replaceAll('\n', String.raw`\n`) })).toEqual(all);
    expect(read({ DKIM_PRIVATE_KEY: '', DKIM_DOMAIN: '', DKIM_SELECTOR: '' })).toEqual({});
  });

  it.each([
    ['a public key', publicKey],
    ['an elliptic key', generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })],
    ['a weak key', createPem('rsa', 512).privateKey],
    ['a path', '/etc/dkim.pem'],
  ])('refuses %s and does not print it', (_, key) => {
    const attempt = () => read({ ...all, DKIM_PRIVATE_KEY: String(key) });
    expect(attempt).toThrow(/DKIM_PRIVATE_KEY is not valid: not an RSA private key in PEM.*openssl genpkey/);
    expect(attempt).not.toThrow(String(key));
  });

  it('refuses a part of the settings, and names that are none', () => {
    expect(() => read({ DKIM_DOMAIN: 'fares.example' })).toThrow(
      'DKIM_PRIVATE_KEY and DKIM_SELECTOR are missing: set all of DKIM_PRIVATE_KEY, DKIM_DOMAIN, DKIM_SELECTOR, or none.',
    );
    expect(() => read({ ...all, DKIM_SELECTOR: 'a b;' })).toThrow(/DKIM_SELECTOR is not valid/);
    expect(() => read({ ...all, DKIM_DOMAIN: 'https://fares.example' })).toThrow(/DKIM_DOMAIN is not valid/);
  });

  it.each([
    ['no-reply@fares.example', true],
    ['Fares <no-reply@mail.Fares.example>', true],
    ['Fares <no-reply@example>', true],
    ['Fares <no-reply@otherfares.example>', false],
    ['no-reply@hotels.example', false],
  ])('signs mails of %s for fares.example: %s', (from, isAligned) => {
    const attempt = expect(() => read(all, from));
    if (isAligned) attempt.not.toThrow();
    else attempt.toThrow(/DKIM_DOMAIN is not the domain of MAIL_FROM/);
  });
});
