import { createHash } from 'node:crypto';
import { listBrandKeyHashesContract } from '@fareline/contracts/services';
import { createLoadingCache } from './loading-cache.ts';
import { createServiceClient } from './service-client.ts';

const ttlMs = 10_000;

/** A list of this age is read again for a key that it does not have, so that a new brand's first visitors see it. (HOST-01) */
const unknownKeyTtlMs = 100;
const timeoutMs = 2_000;

export const hashBrandKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Whether a brand has this id or domain; undefined while accounts has never answered. Never rejects. */
export type BrandKeys = (key: string) => Promise<boolean | undefined>;

/**
 * Looks brand keys up in the list of accounts, which it reads again after 10 s, and for unknown keys at most ten times a second:
 * clients choose the host names that are looked up, and a call for each would let them slow accounts down. While accounts is
 * unavailable the last list is used.
 *
 * @param now milliseconds of a monotonic clock
 */
export function createBrandKeys(accountsUrl: string, now: () => number = () => performance.now()): BrandKeys {
  const callAccounts = createServiceClient({ baseUrl: accountsUrl, timeoutMs });
  let loadedAt = -Infinity;
  const load = createLoadingCache<{ hashes: ReadonlySet<string> | undefined }>({
    max: 1,
    ttlMs,
    async load(_key, last) {
      const startedAt = now();
      try {
        const response = await callAccounts(listBrandKeyHashesContract);
        const { hashes } = listBrandKeyHashesContract.response.parse(response);
        return { hashes: new Set(hashes) };
      } catch {
        return last ?? { hashes: undefined };
      } finally {
        loadedAt = startedAt;
      }
    },
  });

  return async (key) => {
    const hash = hashBrandKey(key);
    const { hashes } = await load('all');
    if (!hashes || hashes.has(hash) || now() - loadedAt < unknownKeyTtlMs) return hashes?.has(hash);
    return (await load('all', { refresh: true })).hashes?.has(hash);
  };
}
