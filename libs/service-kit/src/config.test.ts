import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commonConfigShape, parseConfig } from './index.ts';

it('tells who starts a service what is wrong with a setting, and names every one', () => {
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

  it('[HOST-06] stops the boot with a sentence that says what to set when it is missing', () => {
    for (const value of [undefined, ''])
      expect(() => read(value)).toThrow(
        /TRUSTED_PROXIES is missing: set it to the IP addresses or CIDR ranges of the proxies.*or to none\./,
      );
  });

  it.each([
    ['none', []],
    ['10.1.2.3', ['10.1.2.3']],
    ['10.0.0.0/8, ::1, fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
  ])('[HOST-06] reads %s', (value, expected) => {
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
  ])('[HOST-06] refuses %s', (value) => {
    expect(() => read(value)).toThrow(/TRUSTED_PROXIES is not valid: not an IP address or CIDR range/);
  });
});

it('[SECURITY-04] reads the origins of the site as browsers write them, and refuses what is none', () => {
  const shape = { SITE_ORIGIN: commonConfigShape.SITE_ORIGIN };
  expect(parseConfig(shape, { SITE_ORIGIN: 'https://Fares.example/, http://localhost:3000' })).toEqual({
    SITE_ORIGIN: ['https://fares.example', 'http://localhost:3000'],
  });
  expect(() => parseConfig(shape, { SITE_ORIGIN: 'fares.example' })).toThrow(/SITE_ORIGIN is not valid/);
});
