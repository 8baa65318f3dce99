import { defaultBrand } from '@fareline/contracts/schemas';
import { expect, it, vi } from 'vitest';
import { createBrandCache, createKnownBrands, hasBrandKey } from './brands.ts';
import type { ServiceClient } from './service-client.ts';

const sky = { ...defaultBrand, id: 'sky', domain: 'sky.example' };

/** A list of brands at a time that the test sets. */
function create(brands = [sky]) {
  const time = { now: 0 };
  const read = vi.fn(async () => [...brands]);
  return { time, brands, read, readBrands: createBrandCache(read, { now: () => time.now }) };
}

it('[HOST-03] keeps the last list while accounts is unavailable', async () => {
  let isDown = true;
  const callAccounts = (async () => {
    if (isDown) throw new Error('down');
    return [defaultBrand];
  }) as unknown as ServiceClient;
  const log = { warn: vi.fn() };
  const readBrands = createKnownBrands(callAccounts, 1000, { ttlMs: 0, log });
  expect(await readBrands()).toEqual({ list: undefined, isStale: true });
  isDown = false;
  expect(await readBrands()).toEqual({ list: [defaultBrand], isStale: false });
  expect(log.warn).toHaveBeenCalledOnce();
  isDown = true;
  expect(await readBrands()).toEqual({ list: [defaultBrand], isStale: true });
});

it('[HOST-01] [LIMIT-02] reads the list for what it lacks at most ten times a second, and once for concurrent calls', async () => {
  const { time, brands, read, readBrands } = create();
  const hasBlue = () => hasBrandKey(readBrands, 'blue.example');
  expect([await hasBrandKey(readBrands, 'sky.example'), await hasBrandKey(readBrands, 'sky')]).toEqual([
    true,
    true,
  ]);
  expect(await Promise.all(Array.from({ length: 1_500 }, hasBlue))).not.toContain(true);
  expect(read).toHaveBeenCalledOnce();
  brands.push({ ...sky, id: 'blue', domain: 'blue.example' });
  time.now = 99;
  expect(await hasBlue()).toBe(false);
  time.now = 100;
  expect(await Promise.all([hasBlue(), hasBlue()])).toEqual([true, true]);
  expect(read).toHaveBeenCalledTimes(2);
});

it('[LIMIT-02] reads the list that it never could read once in a second', async () => {
  const { time, read, readBrands } = create();
  read.mockRejectedValueOnce(new Error('down'));
  expect([await hasBrandKey(readBrands, 'sky'), await hasBrandKey(readBrands, 'sky')]).toEqual([
    ...[undefined, undefined],
  ]);
  time.now = 1_000;
  expect([await hasBrandKey(readBrands, 'sky'), read.mock.calls.length]).toEqual([true, 2]);
});
