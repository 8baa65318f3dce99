import { createHash } from 'node:crypto';
import { listKnownBrands, type Brand } from '@fareline/contracts';
import type { FastifyBaseLogger } from 'fastify';
import { createLoadingCache } from './loading-cache.ts';
import type { ServiceClient } from './service-client.ts';

const defaultTtlMs = 10_000;

/** A list of this age is read again for what it does not have, so that a new brand's first visitors see it. (HOST-01) */
const unknownTtlMs = 100;
/** After a failure, so that not each call waits for accounts that do not answer. */
const failedTtlMs = 1_000;

export const hashBrandKey = (key: string): string => createHash('sha256').update(key).digest('hex');

interface Known<List> {
  /** The last list; undefined while none has been read. */
  list: List | undefined;
  /** Whether it could not be read when it should have been read again. */
  isStale: boolean;
}

interface BrandCacheOptions {
  ttlMs?: number | undefined;
  /** How long a call waits when there is an earlier list, which it then uses; without a limit by default. */
  maxWaitMs?: number;
  log?: Pick<FastifyBaseLogger, 'warn'>;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

/**
 * The brands, or what is known of them, as a process last read them. A list is read again after 10 s, and at most ten times a second if
 * it lacks what a call looks for: clients choose the host names that are looked up, and a reading for each would let them slow accounts
 * down. While it cannot be read the last one is used. Never rejects.
 */
export type BrandCache<List> = (isComplete?: (list: List) => boolean) => Promise<Known<List>>;

export function createBrandCache<List>(
  read: () => Promise<List>,
  { ttlMs = defaultTtlMs, maxWaitMs, log, now = () => performance.now() }: BrandCacheOptions = {},
): BrandCache<List> {
  let loadedAt = -Infinity;
  const load = createLoadingCache<Known<List>>({
    ...{ max: 1, ttlMs, now },
    ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
    async load(_key, last) {
      const startedAt = now();
      try {
        const list = await read();
        loadedAt = startedAt;
        return { list, isStale: false };
      } catch (error) {
        loadedAt = now();
        log?.warn({ err: error }, 'the brands could not be loaded, using the last known ones');
        return { list: last?.list, isStale: true };
      }
    },
  });
  return async (isComplete = () => true) => {
    const known = await load('all');
    const isFound = known.list !== undefined && isComplete(known.list);
    const isRecent = now() - loadedAt < (known.isStale ? failedTtlMs : unknownTtlMs);
    return isFound || isRecent ? known : load('all', { refresh: true });
  };
}

export type KnownBrands = BrandCache<readonly Brand[]>;

/** All brands, markups included, from the accounts service. */
export const createKnownBrands = (
  callAccounts: ServiceClient,
  timeoutMs: number,
  options: BrandCacheOptions,
): KnownBrands => createBrandCache(() => callAccounts(listKnownBrands, { timeoutMs }), options);

/** Whether one of the brands has this id or domain; undefined while they have never been read. */
export async function hasBrandKey(readBrands: KnownBrands, key: string): Promise<boolean | undefined> {
  const hasKey = (brands: readonly Brand[]) =>
    brands.some(({ id, domain }) => key === id || (key.includes('.') && key === domain));
  const { list } = await readBrands(hasKey);
  return list && hasKey(list);
}
