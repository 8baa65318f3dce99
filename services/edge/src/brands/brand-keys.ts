import { listBrandKeyHashesContract } from '@fareline/contracts/services';
import { createBrandCache, hashBrandKey } from '@fareline/service-kit/brands';
import type { HasBrand } from '@fareline/service-kit/http/brand-host-check';
import type { Outage } from '@fareline/service-kit/outages';
import { createServiceClient } from '@fareline/service-kit/service-client';

const timeoutMs = 2_000;

/** Looks brand keys up in the public list of their hashes: the edge may not read the brands themselves. */
export function createBrandKeys(accountsUrl: string, outage?: Outage, now?: () => number): HasBrand {
  const callAccounts = createServiceClient({ baseUrl: accountsUrl, timeoutMs, outage });
  const readHashes = createBrandCache(async () => {
    const response = await callAccounts(listBrandKeyHashesContract);
    return new Set(listBrandKeyHashesContract.response.parse(response).hashes);
  }, now && { now });
  return async (key) => {
    const hash = hashBrandKey(key);
    const { list } = await readHashes((hashes) => hashes.has(hash));
    return list?.has(hash);
  };
}
