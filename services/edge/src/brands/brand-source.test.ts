import { newBrand, toPublicBrand } from '@fareline/contracts/schemas';
import { watchService } from '@fareline/service-kit/outages';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestBrand, startUpstream, type Upstream } from '../testing/harness.ts';
import { createBrandKeys } from './brand-keys.ts';
import { createBrandSource } from './brand-source.ts';

let accounts: Upstream;
let lines: string[];
let missing: string[];
let log: FastifyBaseLogger;

beforeEach(async () => {
  accounts = await startUpstream('accounts');
  lines = [];
  missing = [];
  log = {
    warn: (_details: unknown, message: string) => lines.push(message),
    error: (_details: unknown, message: string) => missing.push(message),
  } as unknown as FastifyBaseLogger;
});
afterEach(() => accounts.stop());

/** Makes accounts respond with this default brand, and with 404 for all others. */
const serveDefault = (name: string) => {
  accounts.respond = ({ url }) =>
    url === '/api/brands/default'
      ? { status: 200, body: createTestBrand('default', { name }) }
      : { status: 404, body: {} };
};

it('[BRAND-05] [HOST-05] returns the stored default brand with the error and logs the status text when a brand is not found', async () => {
  serveDefault('Fareline West');
  const { brand, error } = await createBrandSource(accounts.url, async () => undefined, log).load(
    'sky.example',
  );
  expect(brand).toEqual(createTestBrand('default', { name: 'Fareline West' }));
  expect(error?.message).toBe('Failed to load brand: Not Found');
  expect(lines).toEqual(['Failed to load brand: Not Found']);
});

it('[HOST-04] returns a new brand with its empty values', async () => {
  const sky = { ...newBrand, id: 'sky', name: 'Sky', domain: 'sky.example' };
  accounts.respond = () => ({ status: 200, body: toPublicBrand(sky) });
  const { brand } = await createBrandSource(accounts.url, async () => undefined, log).load('sky.example');
  expect(brand).toEqual(toPublicBrand(sky));
});

it('[HOST-05] returns the edited default brand after ten seconds for a host that no brand has', async () => {
  let elapsedMs = 0;
  const realNow = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + elapsedMs);
  const source = createBrandSource(accounts.url, async () => undefined, log);
  serveDefault('Before');
  await source.load('default');
  elapsedMs = 9_000;
  expect((await source.load('fares.example')).brand.name).toBe('Before');
  serveDefault('After');
  elapsedMs = 10_500;
  expect((await source.load('fares.example')).brand.name).toBe('After');
  clock.mockRestore();
});

it('[BRAND-05] returns the default brand with the error when accounts does not respond', async () => {
  await accounts.stop();
  const { brand, error } = await createBrandSource(accounts.url, async () => undefined, log).load(
    'sky.example',
  );
  expect(brand.id).toBe('default');
  expect(error).toBeInstanceOf(Error);
  expect(lines[0]).toMatch(/^Failed to load brand: /);
  expect(missing).toEqual(['accounts is not available']);
});

it('says that accounts is lost when the list of brand keys cannot be read', async () => {
  await accounts.stop();
  await createBrandKeys(accounts.url, watchService(log, 'accounts'))('sky.example');
  expect(missing).toEqual(['accounts is not available']);
});

it('[BRAND-09] loads a changed brand after ten seconds', async () => {
  let elapsedMs = 0;
  const realNow = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + elapsedMs);
  const source = createBrandSource(accounts.url, async () => undefined, log);
  const loadName = async () => (await source.load('sky.example')).brand.name;
  for (const [name, elapsed, expected] of [
    ['Sky', 0, 'Sky'],
    ['Blue', 0, 'Sky'],
    ['Blue', 10_000, 'Blue'],
  ] as const) {
    accounts.respond = () => ({ status: 200, body: createTestBrand('sky', { name }) });
    elapsedMs = elapsed;
    expect(await loadName()).toBe(expected);
  }
  clock.mockRestore();
});

it('[BRAND-04] returns the brand of the accounts service', async () => {
  accounts.respond = () => ({ status: 200, body: createTestBrand('sky') });
  const loaded = await createBrandSource(accounts.url, async () => undefined, log).load('sky.example');
  expect(loaded).toEqual({ brand: createTestBrand('sky') });
  expect(lines).toEqual([]);
});

describe('with the list of known brand keys', () => {
  const listedBrands = ['default', 'sky', 'sky.example'];
  const serveList = (keys = listedBrands) => {
    accounts.brandKeys = keys;
    accounts.respond = ({ url }) => {
      const key = url.slice('/api/brands/'.length);
      return keys.includes(key)
        ? { status: 200, body: createTestBrand(key.replace('.example', '')) }
        : { status: 404, body: {} };
    };
  };
  const createSource = () => createBrandSource(accounts.url, createBrandKeys(accounts.url), log);
  const countCalls = () => accounts.requests.length;

  it('[LIMIT-02] [BRAND-05] invented host names cost no call, remove no known brand from the cache and write at most 20 lines', async () => {
    serveList();
    const source = createBrandSource(
      accounts.url,
      createBrandKeys(accounts.url, undefined, () => 0),
      log,
    );
    await source.load('sky.example');
    await source.load('unknown.example');
    const before = countCalls();
    const invented = Array.from({ length: 3_000 }, (_, index) => source.load(`host-${index}.example`));
    for (const { brand, error } of await Promise.all(invented))
      expect([brand.id, error?.message]).toEqual(['default', 'Failed to load brand: Not Found']);
    expect((await source.load('sky.example')).brand.id).toBe('sky');
    expect([countCalls() - before, lines.length]).toEqual([0, 20]);
  });

  it('[HOST-01] loads a brand that was added after the list, within ten seconds, and the known ones while the list cannot be read', async () => {
    let elapsedMs = 0;
    const realNow = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + elapsedMs);
    serveList();
    const source = createSource();
    const loadId = async (key: string) => (await source.load(key)).brand.id;
    expect(await loadId('new.example')).toBe('default');
    serveList([...listedBrands, 'new.example']);
    elapsedMs = 10_100;
    expect(await loadId('new.example')).toBe('new');
    delete accounts.brandKeys;
    elapsedMs = 20_300;
    expect([await loadId('new.example'), await loadId('host.example')]).toEqual(['new', 'default']);
    clock.mockRestore();
  });
});
