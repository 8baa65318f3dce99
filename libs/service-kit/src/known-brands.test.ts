import { defaultBrand } from '@fareline/contracts/schemas';
import { expect, it } from 'vitest';
import { createKnownBrands } from './known-brands.ts';
import type { ServiceClient } from './service-client.ts';

const options = { ttlMs: 0, timeoutMs: 1000, log: { warn: () => undefined } };

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
  expect(await listBrands()).toEqual({ brands: [defaultBrand], isStale: true });
});
