import { createHash } from 'node:crypto';
import { listBrandKeyHashesContract } from '@fareline/contracts/services';
import { createLoadingCache } from './loading-cache.ts';
import { createServiceClient } from './service-client.ts';

/** A brand's new id or domain is known after at most this time. (HOST-01) */
const ttlMs = 10_000;
const timeoutMs = 2_000;

export const hashBrandKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Whether a brand has this id or domain; undefined while accounts has never answered. Never rejects. */
export type BrandKeys = (key: string) => Promise<boolean | undefined>;

/**
 * Looks brand keys up in the list of accounts, which it reads again every 10 s: clients choose the host names that are looked up,
 * and a call for each would let them slow accounts down. While accounts is unavailable the last list is used.
 */
export function createBrandKeys(accountsUrl: string): BrandKeys {
  const callAccounts = createServiceClient({ baseUrl: accountsUrl, timeoutMs });
  const load = createLoadingCache<{ hashes: ReadonlySet<string> | undefined }>({
    max: 1,
    ttlMs,
    async load(_key, last) {
      try {
        const response = await callAccounts(listBrandKeyHashesContract);
        const { hashes } = listBrandKeyHashesContract.response.parse(response);
        return { hashes: new Set(hashes) };
      } catch {
        return last ?? { hashes: undefined };
      }
    },
  });

  return async (key) => (await load('all')).hashes?.has(hashBrandKey(key));
}
