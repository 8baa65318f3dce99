import { ConfigError } from '@fareline/service-kit';
import { expect, it } from 'vitest';
import { parseAccountsConfig } from './config.ts';

it('names every bad setting in a sentence and shows no value', () => {
  const parse = () =>
    parseAccountsConfig({ SERVICE_CREDENTIAL: 'short-secret', JWT_PRIVATE_KEY: 'not a key' });
  expect(parse).toThrow(ConfigError);
  expect(parse).toThrow(/DATABASE_URL is missing: set it\./);
  expect(parse).toThrow(/JWT_PRIVATE_KEY is not valid/);
  expect(parse).not.toThrow(/short-secret|not a key/);
});
