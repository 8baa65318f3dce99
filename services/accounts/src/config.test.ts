import { ConfigError } from '@fareline/service-kit';
import { expect, it } from 'vitest';
import { parseAccountsConfig } from './config.ts';

it('names every bad setting in a sentence and shows no value', () => {
  const parse = () =>
    parseAccountsConfig({ SERVICE_CREDENTIAL: 'short-secret', SESSION_KEY_SECRET: 'too short' });
  expect(parse).toThrow(ConfigError);
  expect(parse).toThrow(/DATABASE_URL is missing: set it\./);
  expect(parse).toThrow(/SESSION_KEY_SECRET is not valid/);
  expect(parse).not.toThrow(/short-secret|too short/);
});
