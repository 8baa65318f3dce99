import { expect, it } from 'vitest';
import { isFactorRequired } from './staff-origins.ts';

it.each([
  [['http://localhost:3000'], false],
  [
    ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://sunhop.localhost:3000'],
    false,
  ],
  [['https://fares.example'], true],
  [['http://localhost:3000', 'https://fares.example'], true],
  [['http://localhost.fares.example'], true],
  [['http://notlocalhost'], true],
  [['http://127.0.0.10'], true],
])('[GUARD-03] for %j a second factor is required: %s', (origins, isRequired) => {
  expect(isFactorRequired({ SITE_ORIGIN: origins, ADMIN_ORIGIN: undefined })).toBe(isRequired);
  const isRequiredOf = (ADMIN_ORIGIN: string) =>
    isFactorRequired({ SITE_ORIGIN: ['http://localhost:3000'], ADMIN_ORIGIN });
  expect(origins.some(isRequiredOf)).toBe(isRequired);
});
