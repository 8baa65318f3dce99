import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestBrand, startUpstream, type Upstream } from '../testing/harness.ts';
import { createBrandSource } from './brand-source.ts';

let accounts: Upstream;
let lines: string[];
const log = {
  warn: (_details: unknown, message: string) => lines.push(message),
} as unknown as FastifyBaseLogger;

beforeEach(async () => {
  accounts = await startUpstream('accounts');
  lines = [];
});
afterEach(() => accounts.stop());

it('[BRAND-05] returns the default brand with the error and logs the status text when a brand is not found', async () => {
  accounts.respond = () => ({ status: 404, body: {} });
  const { brand, error } = await createBrandSource(accounts.url, log).load('sky.example');
  expect(brand.id).toBe('default');
  expect(error?.message).toBe('Failed to load brand: Not Found');
  expect(lines).toEqual(['Failed to load brand: Not Found']);
});

it('[BRAND-05] returns the default brand with the error when accounts does not respond', async () => {
  await accounts.stop();
  const { brand, error } = await createBrandSource(accounts.url, log).load('sky.example');
  expect(brand.id).toBe('default');
  expect(error).toBeInstanceOf(Error);
  expect(lines[0]).toMatch(/^Failed to load brand: /);
});

it('[BRAND-04] returns the brand of the accounts service', async () => {
  accounts.respond = () => ({ status: 200, body: createTestBrand('sky') });
  const loaded = await createBrandSource(accounts.url, log).load('sky.example');
  expect(loaded).toEqual({ brand: createTestBrand('sky') });
  expect(lines).toEqual([]);
});
