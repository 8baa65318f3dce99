import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commonConfigShape, parseConfig, postgresSetting, redisSetting, smtpSetting } from './index.ts';

it('reports every missing or invalid setting with its reason', () => {
  const shape = { PORT: z.coerce.number().max(65535), KEY: z.string().min(16), NAME: z.string() };
  expect(() => parseConfig(shape, { PORT: '70000', KEY: 'short', NAME: '' })).toThrow(
    /PORT is not valid: Too big.*<=65535.*\n.*KEY is not valid: Too small.*\n.*NAME is missing: set it\./,
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
  ])('[HOST-06] parses %s', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it.each([
    'true',
    '*',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
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
  ])('is returned unchanged: %s, %s, %s', (DATABASE_URL, REDIS_URL, SMTP_URL) => {
    const env = { DATABASE_URL, REDIS_URL, SMTP_URL };
    expect(parseConfig(shape, env)).toEqual(env);
  });

  it.each([
    ['DATABASE_URL', 'nonsense', 'postgres:// or postgresql://'],
    ['DATABASE_URL', 'mysql://db.example/fareline', 'postgres:// or postgresql://'],
    ['REDIS_URL', 'http://foo', 'redis:// or rediss://'],
    ['REDIS_URL', 'localhost:6379', 'redis:// or rediss://'],
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
