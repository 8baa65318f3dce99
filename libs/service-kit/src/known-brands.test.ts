import { defaultBrand } from '@fareline/contracts/schemas';
import { expect, it, vi } from 'vitest';
import { createKnownBrands } from './known-brands.ts';
import type { ServiceClient } from './service-client.ts';

const options = { ttlMs: 1, timeoutMs: 1000, log: { warn: () => undefined } };
const expire = () => vi.waitFor(() => new Promise((resolve) => setTimeout(resolve, 5)));

it('[HOST-03] keeps the last list while accounts is unavailable', async () => {
  let isDown = true;
  const callAccounts = (async () => {
    if (isDown) throw new Error('down');
    return [defaultBrand];
  }) as unknown as ServiceClient;
  const listBrands = createKnownBrands(callAccounts, options);
  await expect(listBrands()).rejects.toThrow('down');
  isDown = false;
  expect(await listBrands()).toEqual({ brands: [defaultBrand], isStale: false });
  isDown = true;
  await expire();
  expect(await listBrands()).toEqual({ brands: [defaultBrand], isStale: true });
});
